import { isStoreDown, NotOnDisk, StoreDown } from './errors.ts';
import type { Store, Tx } from './store.ts';

export type GroupCommit<Item, Result> = {
  /** Resolves with the item's result once its transaction is committed. */
  add(item: Item): Promise<Result>;
  drain(): Promise<void>;
};

export type GroupCommitOptions<Item, Result> = {
  maxBatch?: number;
  /** Milliseconds between the beginnings of two batches that are not full. Default: BEHIND, for writes that no visitor waits for. */
  apart?: number;
  /** How many items may soon follow those that wait: if none, a batch begins at once. Default: not known. */
  expected?: () => number;
  /** Items that may wait. Further ones are refused with StoreDown. */
  maxWaiting?: number;
  /** Whether `write` runs a single statement for these items on PostgreSQL. It then needs no transaction around it. Default: never. */
  isOneStatement?: (items: readonly Item[]) => boolean;
  /** Writes the items in the given transaction. @returns one result for each item, in their order */
  write: (tx: Tx, items: readonly Item[]) => Promise<readonly Result[]>;
};

/**
 * Milliseconds between the beginnings of two batches that are not full. A commit costs SQLite as much as some leads, and holds up the thread: items
 * that come in quick succession share one, and an item that comes alone does not wait.
 */
export const APART = 4;
/** The same for batches that no visitor waits for: more items share one. */
const BEHIND = 16;

/**
 * Groups many small writes into few commits: items that arrive while one batch commits, or shortly after it began, go into the next. A batch that fails is
 * written again item by item, so that a bad item fails alone.
 */
export function createGroupCommit<Item, Result>(
  store: GroupStore,
  { isOneStatement = () => false, write, ...options }: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  return createGroups({
    maxBatch: 64,
    maxWaiting: 5000,
    apart: BEHIND,
    // SQLite writes one transaction at a time. PostgreSQL can collect one batch while another commits.
    ...(store.dialect === 'sqlite' ? { lanes: 1, beat: beatOf(store) } : { lanes: 2 }),
    ...options,
    commit: (batch) => writeBatch(store, batch, { write, isOneStatement }),
  });
}

/**
 * As Store.begin, for writes that no visitor waits for. On the embedded store such transactions share a commit with what the groups of the store have
 * waiting; where one part fails, each is written in its own.
 * @param apart as of createGroupCommit; with 0 the commit begins at once, and takes the others along
 */
export function createSharedBegin(store: GroupStore, apart = BEHIND): Store['begin'] {
  if (store.dialect === 'postgres') return store.begin;
  const begin = beginTogether(store);
  const parts = createGroups<(tx: Tx) => Promise<unknown>, unknown>({
    apart,
    beat: beatOf(store),
    commit: (batch) => Promise.all(batch.map(({ item, resolve, reject }) => begin(item).then(resolve, reject))),
  });
  return async <T>(write: (tx: Tx) => Promise<T>) => (await parts.add(write)) as T;
}

type GroupOptions<Item, Result> = Pick<GroupCommitOptions<Item, Result>, 'maxBatch' | 'apart' | 'expected' | 'maxWaiting'> & {
  /** How many batches may commit at the same time. Default: any number. */
  lanes?: number;
  /** Shared by groups whose batches begin together. Default: its own. */
  beat?: Beat;
  /** Settles each entry. It does not throw. */
  commit: (batch: readonly Entry<Item, Result>[]) => Promise<unknown>;
};

/** Groups items that come in one turn of the event loop, or in quick succession, into batches, each of which `commit` settles. */
function createGroups<Item, Result>({
  maxBatch = Infinity,
  apart = APART,
  maxWaiting = Infinity,
  expected = () => 1,
  lanes = Infinity,
  beat = newBeat(),
  commit,
}: GroupOptions<Item, Result>): GroupCommit<Item, Result> {
  const waiting: Entry<Item, Result>[] = [];
  let committing = 0;
  let scheduled = false;
  let later: NodeJS.Timeout | undefined;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (committing >= lanes || waiting.length === 0) return;
    const isWhole = waiting.length >= maxBatch || expected() === 0;
    const pause = isWhole ? 0 : beat.begun + apart - performance.now();
    if (scheduled && (later === undefined || pause > 0)) return;
    clearTimeout(later);
    // Without a pause it waits for the end of this turn of the event loop, so that requests read in the same turn share the first batch.
    [scheduled, later] = [true, pause > 0 ? setTimeout(beginAll, pause) : void setImmediate(beginAll)];
  }

  function beginAll(): void {
    for (const begin of beat.groups) begin();
  }

  function commitWaiting(): void {
    clearTimeout(later);
    [scheduled, later] = [false, undefined];
    for (; committing < lanes && waiting.length > 0; beat.begun = performance.now()) void settle(waiting.splice(0, maxBatch));
  }

  async function settle(batch: readonly Entry<Item, Result>[]): Promise<void> {
    committing += 1;
    await commit(batch);
    committing -= 1;
    schedule();
    if (committing > 0 || waiting.length > 0) return;
    for (const resolve of idle) resolve();
    idle = [];
  }

  beat.groups.push(commitWaiting);
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

/** When batches last began, and for each group a function that begins its waiting batches. */
type Beat = { begun: number; groups: (() => void)[] };

function newBeat(): Beat {
  return { begun: -Infinity, groups: [] };
}

const beats = new WeakMap<GroupStore, Beat>();

/** Each commit costs the embedded store about as much, whatever it holds: what all groups of a store have waiting is committed together. */
function beatOf(store: GroupStore): Beat {
  const beat = beats.get(store) ?? newBeat();
  beats.set(store, beat);
  return beat;
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
    const begin = store.dialect === 'postgres' && writer.isOneStatement(items) ? store.beginOne : beginTogether(store);
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

type Part = Entry<(tx: Tx) => Promise<unknown>, never>;

const together = new WeakMap<GroupStore, Part[]>();

/** Begins transactions: on the embedded store one for all that begin in one turn of the event loop. Where that fails, each is written in its own. */
function beginTogether(store: GroupStore): Store['begin'] {
  if (store.dialect === 'postgres') return store.begin;
  return (write) =>
    new Promise((resolve, reject) => {
      const part: Part = { item: write, resolve, reject };
      const begun = together.get(store);
      if (begun !== undefined) return void begun.push(part);
      const parts = [part];
      together.set(store, parts);
      queueMicrotask(() => {
        together.delete(store);
        void writeParts(store, parts);
      });
    });
}

/** Milliseconds after which a shared transaction ends, and the parts that are left have another: a form of the other thread waits for its end. */
const SHARED = 3;

async function writeParts(store: GroupStore, parts: readonly Part[]): Promise<void> {
  let isBegun = false;
  const results: unknown[] = [];
  try {
    await store.begin(async (tx) => {
      isBegun = true;
      results.length = 0;
      const until = performance.now() + SHARED;
      for (const { item: write } of parts) {
        results.push(await write(tx));
        if (performance.now() > until) break;
      }
    });
  } catch (error) {
    // An error as of a store that is down, once the transaction has begun, may come from a damaged page that only one part reads.
    if (error instanceof NotOnDisk) {
      for (const { reject } of parts.slice(0, results.length)) reject(error);
      // These were left to another transaction: nothing of them was committed.
      if (results.length < parts.length) await writeParts(store, parts.slice(results.length));
    } else if (parts.length === 1 || (isStoreDown(error) && !isBegun)) for (const { reject } of parts) reject(error);
    else for (const part of parts) await writeParts(store, [part]);
    return;
  }
  results.forEach((result, index) => parts[index]?.resolve(result as never));
  if (results.length < parts.length) await writeParts(store, parts.slice(results.length));
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

/** Writes the items of several callers at once. It leaves out an item whose row is gone by now, so that none fails the others. */
export type GroupWrite<Item> = (tx: Tx, items: readonly Item[]) => Promise<void>;

/** Something to be written in another caller's transaction, by one call of `write` with all items for the same function. */
export type LaterWrite = { write: GroupWrite<never>; item: unknown };

export function laterWrite<Item>(write: GroupWrite<Item>, item: Item): LaterWrite {
  return { write, item };
}

/** Calls each function once, with all of its items. */
export async function writeLater(tx: Tx, writes: readonly LaterWrite[]): Promise<void> {
  for (const [write, some] of Map.groupBy(writes, (one) => one.write)) {
    const items = some.map(({ item }) => item);
    await (write as GroupWrite<unknown>)(tx, items);
  }
}

/** Reads for several that ask at once. @returns one result for each item, in their order */
type ReadAll<Item, Result> = (db: Tx, items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * Groups reads: what is asked for in one turn of the event loop is read by one query, after it. For jobs, many of which run at once; a request
 * that shares its query with no other is answered sooner without this.
 */
export function groupRead<Item, Result>(read: ReadAll<Item, Result>): (db: Tx, item: Item) => Promise<Result> {
  const waiting = new WeakMap<Tx, Entry<Item, Result>[]>();
  return (db, item) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(db);
      if (asked !== undefined) return void asked.push({ item, resolve, reject });
      const group: Entry<Item, Result>[] = [{ item, resolve, reject }];
      waiting.set(db, group);
      setImmediate(() => {
        waiting.delete(db);
        void answer(group, (items) => read(db, items));
      });
    });
}

async function answer<Item, Result>(
  group: readonly Entry<Item, Result>[],
  read: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  try {
    const results = await read(group.map(({ item }) => item));
    if (results.length !== group.length) throw new Error('a read must give one result an item');
    group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
