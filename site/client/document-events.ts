/* Actions of buttons that are marked by data attributes. One listener on the document serves all of them, inside and outside islands. */
import { loadConsentDialog, openConsent } from './consent.ts';
import { loadContactDialog, OPENERS, openContactDialog } from './contact-dialog.ts';
import { sendDownload } from '../frame/download-event.ts';

export function listenToDocument(): void {
  document.addEventListener('click', focusPressed, { capture: true });
  document.addEventListener('click', onClick);
  document.addEventListener('keydown', pressBySpace);
  for (const intent of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(intent, loadAhead, { passive: true });
}

function onClick(event: MouseEvent) {
  if (event.defaultPrevented) return;
  const target = event.target as Element;
  const downloaded = target.closest<HTMLElement>('a[data-download]')?.dataset['download'];
  if (downloaded) sendDownload(downloaded);
  const opener = opensElsewhere(event) ? null : target.closest<HTMLAnchorElement>(OPENERS);
  const consent = !opensElsewhere(event) && target.closest('body [data-consent]');
  // Without this listener they are links to a page (contact-button.tsx, consent-button.tsx).
  if (opener || consent) event.preventDefault();
  if (opener) void openContactDialog(opener.pathname.split('/')[2] ?? '', opener.dataset['about']);
  else if (consent) void openConsent();
  else if (target.closest('[data-to-top]')) backToTop();
  else if (target.closest('[data-toggle-motion]')) toggleMotion(target.closest<HTMLElement>('[data-moves]'));
  else obeyCommand(target.closest('button[commandfor]'));
  // The menu closes when a dialog is chosen in it. A link leaves the page (frame.ts).
  if (opener || target.closest('a[target]')) target.closest<HTMLDialogElement>('header dialog')?.close();
}

/** A link with the role of a button reacts to the space bar like a button. */
function pressBySpace(event: KeyboardEvent) {
  const { target, key } = event;
  if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
}

/** Some browsers do not focus a pressed button, but the dialog that it opens has to return the focus to it. */
function focusPressed({ target }: Event) {
  const button = (target as Element).closest<HTMLElement>('button,a[role=button]');
  if (button && !button.contains(document.activeElement)) button.focus({ preventScroll: true });
}

function loadAhead({ target }: Event) {
  if (!(target instanceof Element)) return;
  if (target.closest(OPENERS)) loadContactDialog().catch(() => {});
  else if (target.closest('body [data-consent]')) loadConsentDialog().catch(() => {});
}

/** Whether a click opens another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}

/** Pauses and resumes CSS animations: the styles and the control's words depend on this attribute. */
function toggleMotion(moving: HTMLElement | null) {
  if (moving) moving.dataset['moves'] = moving.dataset['moves'] ? '' : 'off';
}

function backToTop() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** For browsers without invoker commands; others have already carried out the command. */
function obeyCommand(button: Element | null) {
  if (!button || 'commandForElement' in HTMLButtonElement.prototype) return;
  const dialog = document.getElementById(button.getAttribute('commandfor') ?? '') as HTMLDialogElement | null;
  if (button.getAttribute('command') === 'show-modal') dialog?.showModal();
  else dialog?.close();
}
