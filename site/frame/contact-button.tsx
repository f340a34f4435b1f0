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

/**
 * Opens the contact modal of the caller in its address (site/client/document-events.ts). Without scripts it is a link to the same form as
 * a page.
 */
export function ContactButton({ caller, about, variant, size, className = '', look = 'button', children }: ContactButtonProps) {
  const scripts = usePageScripts();
  // A paper's caller has its name.
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
