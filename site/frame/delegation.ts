/*
 * What links to our own pages and buttons with a caller do, wherever they stand. One listener on the document serves
 * them all, so that a page whose contents need nothing else brings no code of its own.
 */
import { navigate } from 'wouter/use-browser-location';
import { pageOf } from '../../contract/pages.ts';
import { openConsent } from './consent-host.tsx';
import { loadContactModal, openContactModal } from './contact-modal-host.tsx';

type Click = Pick<globalThis.MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Listens for as long as the page lives. `fetchPage` brings the code of a path's page ahead. */
export function listenToDocument(fetchPage: (path: string) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const ahead = (event: Event) => {
    const link = ownLink(event);
    if (link) fetchPage(link.pathname);
    else if (callerButton(event)) void loadContactModal().catch(() => {});
  };
  document.addEventListener('click', onClick, { signal });
  for (const intent of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(intent, ahead, { passive: true, signal });
  return () => controller.abort();
}

/** A plain click. With a modifier or another button, a visitor asks for a new tab or window. */
export function plainClick(event: Click): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function onClick(event: globalThis.MouseEvent) {
  if (event.defaultPrevented || !plainClick(event)) return;
  const target = event.target as Element;
  const caller = callerButton(event)?.dataset['caller'];
  const link = ownLink(event);
  const consent = target.closest('button[data-consent]');
  // Without this listener they submit a form that leads to a page (fallback-form.tsx).
  if (caller || consent) event.preventDefault();
  if (caller) void openContactModal(caller);
  else if (link) openLink(link, event);
  else if (consent) openConsent();
  else if (target.closest('[data-to-top]')) backToTop();
  else obeyCommand(target.closest('button[commandfor]'));
  // The drawer makes way for what was chosen in it. A dialog of React's own is its owner's to close.
  if (caller || link) target.closest<HTMLDialogElement>('header dialog')?.close();
}

function openLink(link: HTMLAnchorElement, event: Event) {
  // A part of the page at hand is the browser's to show.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  if (link.href === location.href) scrollTo(0, 0);
  else navigate(link.pathname + link.search + link.hash);
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

function callerButton(event: Event): HTMLElement | null {
  return (event.target as Element).closest<HTMLElement>('button[data-caller]');
}

/** The link under an event, when it leads to a page of ours that can be shown without a document. */
function ownLink(event: Event): HTMLAnchorElement | undefined {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.download || link.origin !== location.origin) return undefined;
  const page = pageOf(link.pathname);
  return page && page.scripts !== false ? link : undefined;
}
