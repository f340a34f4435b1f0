import { closeOnBack } from '../../ui/close-on-back.ts';
import { whenIdle } from './when-shown.ts';

/** How far a reader has come, in px, when the floating button shows. */
const THRESHOLD = 300;

export function startFrame(): void {
  document.documentElement.toggleAttribute('data-scrollbar', innerWidth > document.documentElement.clientWidth);
  showYear();
  watchScroll();
  openThanks();
  syncDrawer();
  whenIdle(loadLater);
}

/** The page was rendered when the site was built, which may be last year; what is printed says today. */
function showYear() {
  const today = () => new Date().toDateString();
  document.querySelector('[data-year]')?.replaceChildren(today().slice(-4));
  // Not before: it costs a look at the style of every element.
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
  thanks?.showModal();
}

/** Back closes the menu, as it closes every dialog. A page that a link of it left is found without it. */
function syncDrawer() {
  const menu = document.getElementById('menu') as HTMLDialogElement;
  let release: (() => void) | undefined;
  new MutationObserver(() => {
    release?.();
    release = menu.open ? closeOnBack(() => menu.close()) : undefined;
  }).observe(menu, { attributeFilter: ['open'] });
  addEventListener('pagehide', () => menu.close());
}

/** On a slow line fonts and pictures of the first view come before it. A font is used if it is here once its texts come near, and else on no page before the next. */
function loadLater() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset['rel']!;
}
