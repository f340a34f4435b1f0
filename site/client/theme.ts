import { themeOf } from '../../contract/theme.ts';

/** The theme was set before the first paint (head-script.ts); here the browser's frame gets the same colour. */
export function startTheme(): void {
  colourFrame();
  addEventListener('hashchange', applyHash);
}

/** Applies a new hash like head-script.ts: an old-style address leads to its page, any other hash sets the theme. */
function applyHash() {
  const { hash, pathname } = location;
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) return location.replace(hash.slice(1));
  document.documentElement.dataset['theme'] = themeOf(pathname + hash);
  colourFrame();
}

/** Phones colour the area around the page with it. */
function colourFrame() {
  const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', canvas);
}
