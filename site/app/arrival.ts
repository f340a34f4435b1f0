import { themeOf, type Page } from '../../contract/pages.ts';

/** The theme follows the address, hash included. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = themeOf(location.pathname + location.hash);
}

/** What the hash asks for: an old-style address its page, anything else its theme. The rule of early.ts, on a page that is open. */
export function followHash(): void {
  const { hash, pathname } = location;
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) location.replace(hash.slice(1));
  else applyTheme();
}

/** Tells whoever listens that a page is shown. Its own path only: a query can carry what is nobody's business. */
export function pushPageView({ path, title }: Page): void {
  (window.dataLayer ??= []).push({ event: 'page_view', page_path: path, page_title: title });
}

/** Puts a reader at the start of the new page: its heading takes focus, so that it is announced and tabbing goes on from there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
