import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { usePageScripts } from './page-scripts.ts';

type ConsentButtonProps = { className?: string | undefined; look?: 'button' | 'plain'; children: ReactNode };

/** Opens the cookie dialog (site/client/document-events.ts); on a page without scripts it links to the cookie policy. */
export function ConsentButton({ className = '', look = 'button', children }: ConsentButtonProps) {
  const scripts = usePageScripts();
  return (
    <a
      href="/cookies#choice"
      className={look === 'plain' ? className : `${buttonClass({ variant: 'outline' })} ${className}`.trim()}
      {...(scripts && { role: 'button', 'data-consent': '' })}
    >
      {children}
    </a>
  );
}
