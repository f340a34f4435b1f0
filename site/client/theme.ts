import { themeOf } from '../../contract/theme.ts';

/** What a new hash asks for: an old-style address its page, anything else its theme. The rule of head-script.ts, on a page that is open. */
export function applyHash(): void {
  const { hash, pathname } = location;
  if (pathname === '/' && /^#\/(?![/\\])/.test(hash)) location.replace(hash.slice(1));
  else document.documentElement.dataset['theme'] = themeOf(pathname + hash);
}
