import type { ReactNode } from 'react';

type ScrollAreaProps = { label: string; className?: string | undefined; children: ReactNode };

export function ScrollArea({ label, className = '', children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard can only scroll an area that takes the focus
    <section className={`scrolls ${className}`.trim()} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
