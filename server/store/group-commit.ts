import { isStoreDown, StoreDown } from './errors.ts';
import type { Store, Tx } from './store.ts';

export type GroupCommit<Item, Result> = {
  /** Resolves with the item's result once its transaction is committed. */
  add(item: Item): Promise<Result>;
  drain(): Promise<void>;
};

export type GroupCommitOptions<Item, Result> = {
  maxBatch?: number;
  /** Default: APART. */
  apart?: number;
  /** Items that may wait. Further ones are refused with StoreDown. */
  maxWaiting?: number;
  /** Whether `write` runs a single statement for these items on PostgreSQL. It then needs no transaction around it. Default: never. */
  isOneStatement?: (items: readonly Item[]) => boolean;
  /** Writes the items in the given transaction. @returns one result for each item, in their order */
  write: (tx: Tx, items: readonly Item[]) => Promise<readonly Result[]>;
};

/**
 * Milliseconds between the beginnings of two batches that are not full. A commit costs SQLite as much as some leads, and holds up the thread: what comes
 * in quick succession shares one. What comes alone does not wait.
 */
export const APART = 8;

/**
 * Groups many small writes into few commits: items that arrive while one batch commits, or shortly after it began, go into the next. A batch that fails is
 * written again item by item, so that a bad item fails alone.
 */
export function createGroupCommit<Item, Result>(
  store: GroupStore,
  { maxBatch = 64, apart = APART, maxWaiting = 5000, isOneStatement = () => false, write }: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  // SQLite writes one transaction at a time. PostgreSQL can collect one batch while another commits.
  const lanes = store.dialect === 'sqlite' ? 1 : 2;
  const waiting: Entry<Item, Result>[] = [];
  let committing = 0;
  let scheduled = false;
  let begun = -Infinity;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (scheduled || committing >= lanes || waiting.length === 0) return;
    scheduled = true;
    const pause = waiting.length >= maxBatch ? 0 : begun + apart - performance.now();
    // Without a pause it waits for the end of this turn of the event loop, so that requests read in the same turn share the first batch.
    if (pause > 0) setTimeout(commitWaiting, pause);
    else setImmediate(commitWaiting);
  }

  function commitWaiting(): void {
    scheduled = false;
    begun = performance.now();
    while (committing < lanes && waiting.length > 0) void commit(waiting.splice(0, maxBatch));
  }

  async function commit(batch: readonly Entry<Item, Result>[]): Promise<void> {
    committing += 1;
    await writeBatch(store, batch, { write, isOneStatement });
    committing -= 1;
    schedule();
    if (committing > 0 || waiting.length > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxWaiting) return reject(new StoreDown('too much is waiting for the store'));
        waiting.push({ item, resolve, reject });
        schedule();
      }),
    drain: () =>
      new Promise((resolve) => {
        if (committing === 0 && waiting.length === 0) resolve();
        else idle.push(resolve);
      }),
  };
}

type Entry<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
export type GroupStore = Pick<Store, 'begin' | 'beginOne' | 'dialect'>;
type Writer<Item, Result> = Required<Pick<GroupCommitOptions<Item, Result>, 'write' | 'isOneStatement'>>;

async function writeBatch<Item, Result>(
  store: GroupStore,
  batch: readonly Entry<Item, Result>[],
  writer: Writer<Item, Result>,
): Promise<unknown> {
  try {
    const items = batch.map(({ item }) => item);
    const begin = writer.isOneStatement(items) ? store.beginOne : store.begin;
    const results = await begin((tx) => writeAll(tx, items, writer));
    batch.forEach((entry, index) => entry.resolve(results[index] as Result));
    return undefined;
  } catch (error) {
    // No retry for a single item, which failed by itself, or a store that is down, which would fail each item again.
    if (batch.length > 1 && !isStoreDown(error)) return writeOneByOne(store, batch, writer);
    for (const entry of batch) entry.reject(error);
    return isStoreDown(error) ? error : undefined;
  }
}

async function writeOneByOne<Item, Result>(
  store: GroupStore,
  batch: readonly Entry<Item, Result>[],
  writer: Writer<Item, Result>,
): Promise<unknown> {
  let down: unknown;
  for (const entry of batch) {
    if (down === undefined) down = await writeBatch(store, [entry], writer);
    else entry.reject(down);
  }
  return down;
}

async function writeAll<Item, Result>(tx: Tx, items: readonly Item[], { write }: Writer<Item, Result>): Promise<readonly Result[]> {
  const results = await write(tx, items);
  if (results.length !== items.length) throw new Error('a batch must give one result an item');
  return results;
}
