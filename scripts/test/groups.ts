type Order<T> = {
  groupOf: (item: T) => string | number;
  /** Items that must have ended before this one begins, in any group. */
  after?: (item: T) => readonly T[];
};

/**
 * Runs the items of a group one after the other, and the groups in parallel.
 * @param run runs one item; the results are returned in the order of the items
 */
export async function inGroups<T, R>(items: readonly T[], { groupOf, after }: Order<T>, run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>();
  const ends = new Map(items.map((item) => [item, Promise.withResolvers<void>()]));
  const groups = Map.groupBy(items, groupOf).values();
  await Promise.all(
    [...groups].map(async (group) => {
      for (const item of group) {
        for (const one of after?.(item) ?? []) await ends.get(one)?.promise;
        results.set(item, await run(item).finally(() => ends.get(item)!.resolve()));
      }
    }),
  );
  return items.map((item) => results.get(item)!);
}
