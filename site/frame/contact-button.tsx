import type { ReactNode } from 'react';
import type { NamedAbout } from '../../contract/callers.ts';
import { Button, buttonClass, type ButtonLook } from '../../ui/button.tsx';
import { FALLBACK } from './fallback-form.tsx';
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
 * A button that opens the contact modal: by its `data-caller`, which site/client/document-events.ts listens to. On a page
 * without scripts it is a link to the form on the home page.
 */
export function ContactButton({ caller, about, variant, size, className = '', look = 'button', children }: ContactButtonProps) {
  const scripts = usePageScripts();
  const plain = look === 'plain';
  if (!scripts) {
    const styled = plain ? className : `${buttonClass({ variant, size })} ${className}`.trim();
    return (
      <a href={`/#form=${caller}`} className={styled}>
        {children}
      </a>
    );
  }
  // Without its code it leads to the contact page.
  const shared = {
    type: 'submit',
    form: FALLBACK,
    className,
    'data-caller': caller,
    'data-about': about && JSON.stringify(about),
    children,
  } as const;
  return plain ? <button {...shared} /> : <Button variant={variant} size={size} {...shared} />;
}
