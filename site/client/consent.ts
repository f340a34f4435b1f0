import { everything, setChoice, type Category } from '../frame/consent-choice.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { denyByDefault } from './consent-mode.ts';
import { readConsent, writeRecord } from './consent-record.ts';
import { withProgress } from './progress.ts';
import { applyChoice } from './tags.ts';
import { whenRestored, whenShown } from './when-shown.ts';

const root = document.documentElement;
const banner = () => document.getElementById('consent');

/** Denies everything, then acts upon the choice, once the page is shown; asks for one as long as there is none. */
export function startConsent(): void {
  denyByDefault();
  banner()?.addEventListener('click', onBanner);
  const state = document.querySelector<HTMLElement>('[data-consent-state]');
  if (state)
    // As a whole: what is taken apart here the build wraps in a function of its own, and every page has it.
    import('./tell-choice.ts').then(
      (loaded) => loaded.tellChoice(state),
      () => undefined,
    );
  whenShown(() => {
    const provider = pageSetting('consent');
    if (!provider) return takeRecord();
    loadProvider().then(
      ({ startProvider }) => startProvider(provider),
      // Nobody is asked, and nothing is granted.
      () => undefined,
    );
  });
  // It may have been made on another page meanwhile.
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
  // What had focus is gone in a moment, also what the dialog gave it back to: reading goes on with the page.
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

/** Tells what gives way how high the banner is, so that nothing stays hidden behind it. A property that all inherit would be every element's to look at. */
function makeRoom() {
  const element = banner();
  const places = document.querySelectorAll<HTMLElement>('#footer, #floating');
  const tell = ([entry]: ResizeObserverEntry[]) => {
    const height = entry?.borderBoxSize[0]?.blockSize;
    root.style.scrollPaddingBottom = height ? `${height}px` : '';
    for (const place of places) place.style.setProperty('--banner', `${height ?? 0}px`);
  };
  if (element) new ResizeObserver(tell).observe(element);
}
