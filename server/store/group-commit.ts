import { isStoreDown, StoreDown } from './errors.ts';
import type { Store, Tx } from './store.ts';

export type GroupCommit<Item, Result> = {
  /** Resolves with the item's result once its transaction is committed. */
  add(item: Item): Promise<Result>;
  drain(): Promise<void>;
};

export type GroupCommitOptions<Item, Result> = {
  maxBatch?: number;
  /** Items that may wait. Further ones are refused with StoreDown. */
  maxWaiting?: number;
  /** Writes the items in the given transaction. @returns one result for each item, in their order */
  write: (tx: Tx, items: readonly Item[]) => Promise<readonly Result[]>;
};

/**
 * Groups many small writes into few commits: items that arrive while one batch commits go into the next. A batch that fails is written again item by
 * item, so that a bad item fails alone.
 */
export function createGroupCommit<Item, Result>(
  store: Pick<Store, 'begin' | 'dialect'>,
  { maxBatch = 64, maxWaiting = 5000, write }: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  // SQLite writes one transaction at a time. PostgreSQL can collect one batch while another commits.
  const lanes = store.dialect === 'sqlite' ? 1 : 2;
  const waiting: Entry<Item, Result>[] = [];
  let committing = 0;
  let scheduled = false;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (scheduled || committing >= lanes || waiting.length === 0) return;
    scheduled = true;
    // Waits for the end of this turn of the event loop, so that requests read in the same turn share the first batch.
    setImmediate(() => {
      scheduled = false;
      while (committing < lanes && waiting.length > 0) void commit(waiting.splice(0, maxBatch));
    });
  }

  async function commit(batch: readonly Entry<Item, Result>[]): Promise<void> {
    committing += 1;
    await writeBatch(store, batch, write);
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
type Write<Item, Result> = GroupCommitOptions<Item, Result>['write'];

async function writeBatch<Item, Result>(
  store: Pick<Store, 'begin'>,
  batch: readonly Entry<Item, Result>[],
  write: Write<Item, Result>,
): Promise<unknown> {
  try {
    const results = await store.begin((tx) => writeAll(tx, batch, write));
    batch.forEach((entry, index) => entry.resolve(results[index] as Result));
    return undefined;
  } catch (error) {
    // No retry for a single item, which failed by itself, or a store that is down, which would fail each item again.
    if (batch.length > 1 && !isStoreDown(error)) return writeOneByOne(store, batch, write);
    for (const entry of batch) entry.reject(error);
    return isStoreDown(error) ? error : undefined;
  }
}

async function writeOneByOne<Item, Result>(
  store: Pick<Store, 'begin'>,
  batch: readonly Entry<Item, Result>[],
  write: Write<Item, Result>,
): Promise<unknown> {
  let down: unknown;
  for (const entry of batch) {
    if (down === undefined) down = await writeBatch(store, [entry], write);
    else entry.reject(down);
  }
  return down;
}

async function writeAll<Item, Result>(
  tx: Tx,
  batch: readonly Entry<Item, Result>[],
  write: Write<Item, Result>,
): Promise<readonly Result[]> {
  const results = await write(
    tx,
    batch.map((entry) => entry.item),
  );
  if (results.length !== batch.length) throw new Error('a batch must give one result an item');
  return results;
}
