/** The tab that an arrow key, Home or End selects in a row of tabs; undefined for another key. */
export function tabAfter<Tab>(key: string, tabs: readonly Tab[], selected: number): Tab | undefined {
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  if (key === 'ArrowRight') return tabs[(selected + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs.at(selected - 1);
  return undefined;
}
