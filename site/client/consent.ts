import { everything, setChoice, type Category } from '../frame/consent-choice.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { denyByDefault } from './consent-mode.ts';
import { readConsent, writeRecord } from './consent-record.ts';
import { withProgress } from './progress.ts';
import { applyChoice } from './tags.ts';
import { whenRestored, whenShown } from './when-shown.ts';

const root = document.documentElement;
const banner = () => document.getElementById('consent');

/** Denies everything; once the page is shown, applies the visitor's choice, or asks for one if there is none. */
export function startConsent(): void {
  denyByDefault();
  banner()?.addEventListener('click', onBanner);
  const state = document.querySelector<HTMLElement>('[data-consent-state]');
  if (state)
    // Uses the module as a whole: destructuring it makes the build add a helper function to every page's script.
    import('./show-choice.ts').then(
      (loaded) => loaded.showCookieChoice(state),
      () => undefined,
    );
  whenShown(() => {
    const provider = pageSetting('consent');
    if (!provider) return takeRecord();
    loadProvider().then(
      ({ startProvider }) => startProvider(provider),
      // If its code cannot be loaded, nobody is asked and nothing is granted.
      () => undefined,
    );
  });
  // The choice may have been made on another page in the meantime.
  whenRestored(() => pageSetting('consent') || takeRecord());
  makeRoom();
}

export async function openConsent(): Promise<void> {
  try {
    if (pageSetting('consent')) return (await withProgress(loadProvider())).reopenProvider();
    (await withProgress(loadConsentDialog())).openConsentDialog(choose);
  } catch {
    location.assign('/cookies');
  }
}

function loadProvider() {
  return import('./consent-provider.ts');
}

export function loadConsentDialog() {
  return import('../islands/consent-dialog.tsx');
}

function onBanner({ target }: Event) {
  const decided = (target as Element).closest<HTMLElement>('[data-decide]')?.dataset['decide'];
  if (!decided) return;
  choose(decided === 'everything' ? everything : [], true);
}

function choose(categories: readonly Category[], atBanner?: boolean) {
  // The focused button is about to disappear, even if the dialog just gave it the focus: reading continues in the page.
  if (banner()?.contains(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
  writeRecord(categories, atBanner);
  takeRecord();
}

function takeRecord() {
  const choice = readConsent();
  root.toggleAttribute('data-asks', !choice);
  if (!choice) return;
  setChoice(choice);
  applyChoice(choice.categories);
}

/**
 * Reserves space for the banner's height, so that it covers nothing. Sets the property on the elements that use it: an inherited property would
 * restyle every element.
 */
function makeRoom() {
  const asks = banner();
  const covered = document.querySelectorAll<HTMLElement>('#footer, #floating');
  const reserve = ([entry]: ResizeObserverEntry[]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    root.style.scrollPaddingBottom = height ? `${height}px` : '';
    for (const element of covered) element.style.setProperty('--banner', `${height ?? 0}px`);
  };
  if (asks) new ResizeObserver(reserve).observe(asks);
}
