import { withProgress } from './progress.ts';

/**
 * Shows that code could not be loaded, with a button to try again.
 * @param hash hash of the address after the page is reloaded
 */
export function showLoadFailure(hash = ''): void {
  const failure = document.getElementById('load-failure');
  if (!failure) return;
  failure.hidden = false;
  failure.querySelector('[data-try-again]')?.addEventListener('click', () => void withProgress(tryAgain(hash)));
  failure.querySelector('[data-close-failure]')?.addEventListener('click', () => (failure.hidden = true));
}

/** Browsers remember a failed script until the document is reloaded: reload once the server answers. */
async function tryAgain(hash: string) {
  const answered = await fetch(location.pathname, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (!answered) return;
  if (hash) location.hash = hash;
  location.reload();
}
