import { useEffect, useRef } from 'react';
import { ToggleRow } from './toggle-row.tsx';
import styles from './view-tabs.module.css';

type TabsProps<Name extends string | undefined> = {
  views: readonly (readonly [name: Name, words: string])[];
  chosen: Name;
  /** By name of the view; `all` for the view without a name. */
  counts: Readonly<Record<string, string | undefined>>;
  /** What the chosen view shows. */
  about?: string;
  onChoose: (name: Name) => void;
};

/** The saved views as tabs, each with its count. */
export function ViewTabs<Name extends string | undefined>({ views, chosen, counts, about, onChoose }: TabsProps<Name>) {
  const items = views.map(([name, words]) => {
    const count = counts[nameOf(name)];
    return [nameOf(name), count === undefined ? words : <Counted key={words} words={words} count={count} />] as const;
  });
  const choose = (pressed: string) => views.forEach(([name]) => nameOf(name) === pressed && onChoose(name));
  const row = useRef<HTMLDivElement>(null);
  const isCounted = Object.values(counts).some((count) => count !== undefined);
  // Scrolls the chosen tab into view if the row is wider than the window.
  useEffect(() => {
    const tabs = row.current?.firstElementChild;
    const pressed = tabs?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (tabs && pressed) tabs.scrollLeft = pressed.offsetLeft - (tabs.clientWidth - pressed.offsetWidth) / 2;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- as another is chosen, and as the counts make them wider
  }, [chosen, isCounted]);
  return (
    <div ref={row} className={styles.views}>
      <ToggleRow label="Saved views" items={items} pressed={nameOf(chosen)} onPress={choose} />
      {about !== undefined && <p className={`fine faint ${styles.about}`}>{about}</p>}
    </div>
  );
}

function Counted({ words, count }: { words: string; count: string }) {
  return (
    <>
      {words}
      <span className={`faint ${styles.count}`}> {count}</span>
    </>
  );
}

function nameOf(name: string | undefined): string {
  return name ?? 'all';
}
