import { tagManager } from '../../contract/third-parties.ts';
import { updateConsentMode } from './consent-mode.ts';
import type { Category } from '../frame/consent-choice.ts';
import { pageSetting } from '../frame/page-setting.ts';

let loaded = false;

export function applyChoice(granted: readonly Category[]): void {
  updateConsentMode(granted);
  const container = pageSetting('tags');
  if (granted.length === 0) {
    // Running scripts can only be stopped by loading a new document.
    if (loaded) location.reload();
    return;
  }
  if (loaded || !container) return;
  loaded = true;
  (window.dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  import('./load-script.ts').then(
    (loaded) => loaded.loadScript(tagManager.script(container)),
    // Without tags nothing is measured on this page.
    () => undefined,
  );
}
