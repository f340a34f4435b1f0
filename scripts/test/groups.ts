/**
 * Runs items of one group one after the other and groups beside each other.
 * @param groupOf the group of an item
 * @param run runs one; what it returns is returned for all, in the order of the items
 */
export async function inGroups<T, R>(items: readonly T[], groupOf: (item: T) => string, run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>();
  const groups = Map.groupBy(items, groupOf).values();
  await Promise.all(
    [...groups].map(async (group) => {
      for (const item of group) results.set(item, await run(item));
    }),
  );
  return items.map((item) => results.get(item)!);
}
