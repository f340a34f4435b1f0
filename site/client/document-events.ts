/* What buttons do by their data, wherever they stand. One listener on the document serves them all, in islands and out of them. */
import { loadConsentDialog, openConsent } from './consent.ts';
import { loadContactDialog, openContactDialog } from './contact-dialog.ts';
import { sendDownload } from '../frame/download-event.ts';

export function listenToDocument(): void {
  document.addEventListener('click', focusPressed, { capture: true });
  document.addEventListener('click', onClick);
  for (const intent of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(intent, loadAhead, { passive: true });
}

function onClick(event: MouseEvent) {
  if (event.defaultPrevented) return;
  const target = event.target as Element;
  const downloaded = target.closest<HTMLElement>('a[data-download]')?.dataset['download'];
  if (downloaded) sendDownload(downloaded);
  const { caller, about } = target.closest<HTMLElement>('button[data-caller]')?.dataset ?? {};
  const consent = target.closest('button[data-consent]');
  // Without this listener they submit a form that leads to a page (fallback-form.tsx).
  if (caller || consent) event.preventDefault();
  if (caller) void openContactDialog(caller, about);
  else if (consent) void openConsent();
  else if (target.closest('[data-to-top]')) backToTop();
  else if (target.closest('[data-toggle-motion]')) toggleMotion(target.closest<HTMLElement>('[data-moves]')!);
  else obeyCommand(target.closest('button[commandfor]'));
  // The drawer makes way for what was chosen in it.
  if (caller || target.closest('a')) target.closest<HTMLDialogElement>('header dialog')?.close();
}

/** Not every browser gives a pressed button the focus, which a dialog that it opens gives back to it. */
function focusPressed({ target }: Event) {
  const button = (target as Element).closest('button');
  if (button && !button.contains(document.activeElement)) button.focus({ preventScroll: true });
}

function loadAhead({ target }: Event) {
  if (!(target instanceof Element)) return;
  if (target.closest('button[data-caller]')) loadContactDialog().catch(() => {});
  else if (target.closest('button[data-consent]')) loadConsentDialog().catch(() => {});
}

/** Of what styles move: they and the control's words read the mark. */
function toggleMotion({ dataset }: HTMLElement) {
  dataset['moves'] = dataset['moves'] ? '' : 'off';
}

function backToTop() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** For browsers that do not know invoker commands; the others have obeyed by now. */
function obeyCommand(button: Element | null) {
  if (!button || 'commandForElement' in HTMLButtonElement.prototype) return;
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '') as HTMLDialogElement | null;
  if (button.getAttribute('command') === 'show-modal') dialog?.showModal();
  else dialog?.close();
}
