import { themeOf } from '../../contract/theme.ts';

/** The theme that the hash asks for was set before the first paint (head-script.ts); the browser's own frame follows it. */
export function startTheme(): void {
  colourFrame();
  addEventListener('hashchange', applyHash);
}

/** What a new hash asks for: an old-style address its page, anything else its theme. The rule of head-script.ts, on a page that is open. */
function applyHash() {
  const { hash, pathname } = location;
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) return location.replace(hash.slice(1));
  document.documentElement.dataset['theme'] = themeOf(pathname + hash);
  colourFrame();
}

/** Phones colour what surrounds the page by it. */
function colourFrame() {
  const canvas = getComputedStyle(document.documentElement).getPropertyValue('--canvas');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', canvas);
}
