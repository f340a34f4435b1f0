import { MANIFEST } from '../frame/manifest-file.ts';
import { whenIdle } from './when-shown.ts';

/** How far a reader has come, in px, when the floating button shows. */
const THRESHOLD = 300;

export function startFrame(): void {
  document.documentElement.toggleAttribute('data-scrollbar', innerWidth > document.documentElement.clientWidth);
  showYear();
  watchScroll();
  openThanks();
  whenIdle(linkManifest);
  whenIdle(loadFigureFont);
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

/** Figures that are far down use it if it is here once they come near, and else not on this page: no text moves. */
function loadFigureFont() {
  if ('figures' in document.documentElement.dataset) void document.fonts.load('500 1em "Barlow Condensed"').catch(() => {});
}

/** Browsers load it as soon as they know of it: on a slow line fonts and pictures of the first view come before it. */
function linkManifest() {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: `/${MANIFEST}` }));
}
