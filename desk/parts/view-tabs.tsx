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
  return (
    <fieldset aria-label="Saved views" className={styles.views}>
      {views.map(([name, words]) => {
        const count = counts[name ?? 'all'];
        return (
          <button key={words} type="button" className={styles.view} aria-pressed={chosen === name} onClick={() => onChoose(name)}>
            {words}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </button>
        );
      })}
    </fieldset>
  );
}
