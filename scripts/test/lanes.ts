/**
 * Runs items of one lane one after the other and lanes beside each other.
 * @param laneOf the lane of an item
 * @param run runs one; what it returns is returned for all, in the order of the items
 */
export async function inLanes<T, R>(items: readonly T[], laneOf: (item: T) => string, run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Map<T, R>();
  const lanes = Map.groupBy(items, laneOf).values();
  await Promise.all(
    [...lanes].map(async (lane) => {
      for (const item of lane) results.set(item, await run(item));
    }),
  );
  return items.map((item) => results.get(item)!);
}
