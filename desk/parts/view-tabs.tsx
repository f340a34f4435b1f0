import { ToggleRow } from './toggle-row.tsx';
import styles from './view-tabs.module.css';

type TabsProps<Name extends string | undefined> = {
  views: readonly (readonly [name: Name, words: string])[];
  chosen: Name;
  /** By name; of no name by `all`. */
  counts: Readonly<Record<string, string | undefined>>;
  onChoose: (name: Name) => void;
};

/** Saved views, each with how many it has. */
export function ViewTabs<Name extends string | undefined>({ views, chosen, counts, onChoose }: TabsProps<Name>) {
  const items = views.map(([name, words]) => {
    const count = counts[nameOf(name)];
    return [nameOf(name), count === undefined ? words : <Counted key={words} words={words} count={count} />] as const;
  });
  const choose = (pressed: string) => views.forEach(([name]) => nameOf(name) === pressed && onChoose(name));
  return (
    <div className={styles.views}>
      <ToggleRow label="Saved views" items={items} pressed={nameOf(chosen)} onPress={choose} />
    </div>
  );
}

function Counted({ words, count }: { words: string; count: string }) {
  return (
    <>
      {words}
      <span className={styles.count}> {count}</span>
    </>
  );
}

function nameOf(name: string | undefined): string {
  return name ?? 'all';
}
