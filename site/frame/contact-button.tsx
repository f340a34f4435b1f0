import type { ReactNode } from 'react';
import { FORM_PAGES, type NamedAbout } from '../../contract/callers.ts';
import { buttonClass, type ButtonLook } from '../../ui/button.tsx';
import { usePageScripts } from './page-scripts.ts';

export type ShownAbout = NamedAbout & { img?: string | null };

type ContactButtonProps = ButtonLook & {
  caller: string;
  about?: ShownAbout | undefined;
  children: ReactNode;
  className?: string;
  /** `plain` leaves the look to `className`. */
  look?: 'button' | 'plain';
};

/** Opens the contact modal of a caller (site/client/document-events.ts). Without scripts it links to the page of the same form. */
export function ContactButton({ caller, about, variant, size, className = '', look = 'button', children }: ContactButtonProps) {
  const scripts = usePageScripts();
  // The caller of a paper already names the paper.
  const asked = about?.kind === 'portfolio' ? `?about=${about.id}` : '';
  return (
    <a
      href={`${FORM_PAGES}/${caller}${asked}`}
      className={look === 'plain' ? className : `${buttonClass({ variant, size })} ${className}`.trim()}
      {...(scripts && { role: 'button', 'data-about': about && JSON.stringify(about) })}
    >
      {children}
    </a>
  );
}
