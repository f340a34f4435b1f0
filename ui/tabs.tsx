import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { tabAfter } from './tab-keys.ts';
import styles from './tabs.module.css';

export type Tab = { id: string; label: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  selected: string;
  onSelect: (id: string) => void;
  children: ReactNode;
};

/** A row of tabs over one panel. Arrow keys, Home and End move and select; Tab moves on to the panel. */
export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  const prefix = useId();
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const next = tabAfter(event.key, tabs, at);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    row.current?.querySelector<HTMLElement>(`[id="${prefix}${next.id}"]`)?.focus();
  };
  return (
    <>
      <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className={styles.row} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: words }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={prefix + id}
            className={styles.tab}
            aria-selected={id === selected}
            aria-controls={`${prefix}panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}panel`} aria-labelledby={prefix + selected} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
