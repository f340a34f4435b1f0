import type { ReactNode } from 'react';
import styles from './scroll-area.module.css';

type ScrollAreaProps = { label: string; className?: string | undefined; children: ReactNode };

export function ScrollArea({ label, className = '', children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
    <section className={`${styles.area} ${className}`.trim()} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
