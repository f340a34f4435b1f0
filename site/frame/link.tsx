import type { AnchorHTMLAttributes } from 'react';
import { Link as RouterLink } from 'wouter';
import { pageOf } from '../../contract/pages.ts';

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
export function Link({ href, state, ...rest }: LinkProps) {
  const path = href.split(/[?#]/)[0] ?? '';
  if (!path || pageOf(path)?.scripts === false) return <a href={href} {...rest} />;
  const ahead = () => fetchPage(path);
  return <RouterLink href={href} {...(state && { state })} onPointerEnter={ahead} onFocus={ahead} onTouchStart={ahead} {...rest} />;
}
