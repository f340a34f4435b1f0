import { closeOnBack } from '../../ui/close-on-back.ts';
import { whenIdle } from './when-shown.ts';

/** Scroll position in px from which the floating button shows. */
const THRESHOLD = 300;

export function startFrame(): void {
  document.documentElement.toggleAttribute('data-scrollbar', innerWidth > document.documentElement.clientWidth);
  showYear();
  watchScroll();
  openThanks();
  syncDrawer();
  whenIdle(loadLater);
}

/** Shows the current year: the page was rendered at build time. Prints show the current date. */
function showYear() {
  const today = () => new Date().toDateString();
  document.querySelector('[data-year]')?.replaceChildren(today().slice(-4));
  // Only when printing, because it makes the browser restyle every element.
  addEventListener('beforeprint', () => document.documentElement.style.setProperty('--from', `"${location.href}, ${today()}"`));
}

function watchScroll() {
  const floating = document.getElementById('floating');
  if (!floating) return;
  const read = () => {
    const shows = scrollY > THRESHOLD;
    floating.toggleAttribute('data-shows', shows);
    floating.inert = !shows;
  };
  read();
  addEventListener('scroll', read, { passive: true });
}

function openThanks() {
  const thanks = document.querySelector<HTMLDialogElement>('dialog[data-thanks][open]');
  thanks?.close();
  if (thanks) offerTimes(thanks);
  thanks?.showModal();
}

/** Shows the link to choose a time for a demo, if the address contained the token for it (head-script.ts). */
function offerTimes(thanks: HTMLElement) {
  const offer = thanks.querySelector<HTMLElement>('[data-times]');
  const link = offer?.querySelector('a');
  const { times } = document.documentElement.dataset;
  if (!offer || !link || times === undefined) return;
  link.href = `${offer.dataset['times']}${times}`;
  offer.hidden = false;
}

/** Back closes the menu like every dialog. The menu is closed when the page is left, so that returning does not show it open. */
function syncDrawer() {
  const menu = document.getElementById('menu') as HTMLDialogElement;
  let release: (() => void) | undefined;
  new MutationObserver(() => {
    release?.();
    release = menu.open ? closeOnBack(() => menu.close()) : undefined;
  }).observe(menu, { attributeFilter: ['open'] });
  addEventListener('pagehide', () => menu.close());
}

/**
 * Loads what `rel="later"` links name, so that it does not delay the fonts and pictures of the first view. A font that arrives after its texts are in
 * sight is used only from the next page on.
 */
function loadLater() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset['rel'] ?? '';
}
