import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FALLBACK } from './fallback-form.tsx';
import { usePageScripts } from './page-scripts.ts';

type ConsentButtonProps = { className?: string | undefined; look?: 'button' | 'plain'; children: ReactNode };

/** Opens the choice of cookies, by site/client/document-events.ts; on a page without scripts it leads to the cookie policy. */
export function ConsentButton({ className, look = 'button', children }: ConsentButtonProps) {
  if (!usePageScripts()) {
    return (
      <a href="/cookies#choice" className={className}>
        {children}
      </a>
    );
  }
  const shared = {
    type: 'submit',
    form: FALLBACK,
    formAction: '/cookies',
    'data-consent': '',
    'aria-haspopup': 'dialog',
    className,
    children,
  } as const;
  return look === 'plain' ? <button {...shared} /> : <Button variant="outline" {...shared} />;
}
