import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pageOf } from '../../contract/pages.ts';
import { usePageScripts } from './page-scripts.ts';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site, with a query or a hash where needed. */
  href: string;
  /** Kept in the history entry, for a page that is fed by it. */
  state?: object;
};

let fetchPage: (path: string) => void = () => {};

/** The router tells how the code of a page is fetched ahead. */
export function providePageFetch(fetch: (path: string) => void): void {
  fetchPage = fetch;
}

/** A link to a page of this site: opens without loading a document, its code fetched at the first sign of intent. */
export function Link({ href, state, onClick, ...rest }: LinkProps) {
  const path = href.split(/[?#]/)[0] ?? '';
  const scripts = usePageScripts();
  if (!path || !scripts || pageOf(path)?.scripts === false) return <a href={href} onClick={onClick} {...rest} />;
  const ahead = () => fetchPage(path);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !opensHere(event)) return;
    event.preventDefault();
    navigate(href, { state });
  };
  return <a href={href} onClick={open} onPointerEnter={ahead} onFocus={ahead} onTouchStart={ahead} {...rest} />;
}

/** A plain click. With a modifier or another button, a visitor asks for a new tab or window. */
function opensHere(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
