import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { plainClick } from './delegation.ts';

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this site, with a query or a hash where needed. */
  href: string;
  /** Kept in the history entry, for a page that is fed by it. */
  state?: object;
};

/** A link to a page of this site. That it opens without loading a document is the frame's doing (delegation.ts). */
export function Link({ href, state, onClick, ...rest }: LinkProps) {
  if (!state) return <a href={href} onClick={onClick} {...rest} />;
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !plainClick(event)) return;
    event.preventDefault();
    navigate(href, { state });
  };
  return <a href={href} onClick={open} {...rest} />;
}
