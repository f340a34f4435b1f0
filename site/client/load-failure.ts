import { withProgress } from './progress.ts';

/** Says that code could not be had, with a way to try again. @param hash what the page is to open with, once it is loaded anew */
export function showLoadFailure(hash = ''): void {
  const failure = document.getElementById('load-failure');
  if (!failure) return;
  failure.hidden = false;
  failure.querySelector('[data-try-again]')?.addEventListener('click', () => void withProgress(tryAgain(hash)));
  failure.querySelector('[data-close-failure]')?.addEventListener('click', () => (failure.hidden = true));
}

/** Browsers remember a script that failed for as long as the document lives: it takes a new one, once the server answers. */
async function tryAgain(hash: string) {
  const answered = await fetch(location.pathname, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );
  if (!answered) return;
  if (hash) location.hash = hash;
  location.reload();
}
