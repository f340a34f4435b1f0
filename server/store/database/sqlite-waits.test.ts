import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isStoreDown } from '../errors.ts';
import { createSharedBegin } from '../group-commit.ts';
import { openStore, type Store } from '../store.ts';
import { freshStore, placeFor, temporaryFolder } from '../store.testing.ts';
import { createCheckpoints, createDiskSync, createWriteTurns, sharedTurns, sqliteFiles } from './sqlite-waits.ts';

/** Every wait for the disk, held until the returned function is called with how it ends. */
async function heldSyncs(): Promise<{ pending: ((fault?: Error) => void)[]; counted: () => number }> {
  const pending: ((fault?: Error) => void)[] = [];
  const handle = await open(join(temporaryFolder(), 'any'), 'w');
  const spied = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
  await handle.close();
  spied.mockImplementation(
    () => new Promise((resolve, reject) => pending.push((fault) => (fault === undefined ? resolve() : reject(fault)))),
  );
  onTestFinished(() => spied.mockRestore());
  return { pending, counted: () => spied.mock.calls.length };
}

const insert = (key: string) => ({ address_key: key, reason: 'test', at: 1 });
const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

test('a transaction, and a statement in none, is done only once the disk has it; what only reads waits for nothing', async () => {
  const store = await freshStore();
  const { pending } = await heldSyncs();
  const done: string[] = [];
  const written = [
    store.begin((tx) => tx.insertInto('suppressions').values(insert('a')).execute()).then(() => done.push('transaction')),
    store.db
      .insertInto('suppressions')
      .values(insert('b'))
      .execute()
      .then(() => done.push('statement')),
    store.db
      .insertInto('suppressions')
      .values(insert('c'))
      .returning('reason')
      .execute()
      .then(() => done.push('returning')),
  ];
  await expect.poll(() => pending.length).toBe(1);
  // Others see it already.
  await expect.poll(() => store.db.selectFrom('suppressions').selectAll().execute()).toHaveLength(3);
  expect(done).toEqual([]);
  pending.shift()?.();
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.();
  await Promise.all(written);
  expect(done.sort()).toEqual(['returning', 'statement', 'transaction']);
});

test('those that ask while one wait is under way share the next, which begins after they asked', async () => {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'store.sqlite'));
  onTestFinished(() => database.close());
  database.exec('pragma journal_mode = wal; create table t (n)');
  const { pending, counted } = await heldSyncs();
  const disk = createDiskSync(database, sqliteFiles(join(folder, 'store.sqlite')));
  const settled: string[] = [];
  const ask = (name: string) => disk.synced().then(() => settled.push(name));
  const first = ask('first');
  const later = [ask('second'), ask('third')];
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.();
  await first;
  expect(settled).toEqual(['first']);
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.();
  await Promise.all(later);
  expect(counted()).toBe(2);
  await disk.close();
});

test('where the disk fails, nothing is said to be stored, nothing is written twice, and the next commit puts all of it on the disk', async () => {
  const store = await freshStore();
  const { pending } = await heldSyncs();
  const begin = createSharedBegin(store, 0);
  // On a busy machine the two might else have a transaction each.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const both = ['a', 'b'].map((key) => begin((tx) => tx.insertInto('suppressions').values(insert(key)).execute()));
  const outcomes = Promise.allSettled(both);
  while (pending.length === 0) await turn();
  clock.mockRestore();
  const [inserted, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const written = store.begin(async (tx) => {
    await tx.insertInto('suppressions').values(insert('c')).execute();
    inserted.resolve();
    await goOn.promise;
  });
  await inserted.promise;
  pending.shift()?.(failure);
  for (const outcome of await outcomes) expect(outcome.status === 'rejected' && isStoreDown(outcome.reason)).toBe(true);
  // What failed before it has not undone it. SQLite itself copies and waits before the log is waited for again.
  goOn.resolve();
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.();
  await written;
  expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toHaveLength(3);
});

test('where the disk fails, what was left to a later transaction is written in that', async () => {
  const store = await freshStore();
  const { pending } = await heldSyncs();
  const begin = createSharedBegin(store, 0);
  const [first, second] = ['a', 'b'].map((key) =>
    begin(async (tx) => {
      await tx.insertInto('suppressions').values(insert(key)).execute();
      // Longer than a shared transaction takes in more.
      const until = performance.now() + 4;
      while (performance.now() < until);
    }),
  ) as [Promise<void>, Promise<void>];
  const outcome = first.then(
    () => undefined,
    (error: unknown) => error,
  );
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.(failure);
  expect(isStoreDown(await outcome)).toBe(true);
  await expect.poll(() => pending.length).toBe(1);
  pending.shift()?.();
  await second;
  expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toHaveLength(2);
});

/** Two connections of one process to the same file, as the server's two threads have: the second goes first. */
async function twoStores(): Promise<[Store, Store, Int32Array]> {
  const place = await placeFor();
  const turns = sharedTurns();
  const one = await openStore({ ...place, turns: { ...turns, first: false } });
  const other = await openStore({ ...place, turns });
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  await Promise.all([one.migrate(), other.migrate()]);
  return [one, other, new Int32Array(turns.memory)];
}

test('the thread that goes first has its turn within the next, though the other has many transactions waiting', async () => {
  const [busy, form, numbers] = await twoStores();
  const order: string[] = [];
  const forms: Promise<unknown>[] = [];
  const transactions = Array.from({ length: 40 }, (_, n) =>
    busy.begin(async () => {
      order.push('busy');
      if (n % 10 !== 3) return;
      forms.push(form.begin(async () => order.push('form')));
      // Until it has found the file locked.
      while (numbers[1] === 0) await turn();
    }),
  );
  await Promise.all(transactions);
  await Promise.all(forms);
  const places = order.flatMap((name, at) => (name === 'form' ? [at] : []));
  expect(places).toHaveLength(4);
  // Right after the transaction within which it asked: the fourth of each ten. On a busy machine the other may stop giving way a little before.
  for (const [turn, at] of places.entries()) expect(at - (4 + 11 * turn)).toBeLessThan(3);
});

test('a wait ends with the other transaction, or with its time, where another process has the lock and tells nobody', async () => {
  const turns = createWriteTurns();
  const began = performance.now();
  const told = turns.untilOneEnds(60_000);
  turns.tellEnd();
  await told;
  expect(performance.now() - began).toBeLessThan(5000);
  await turns.untilOneEnds(5);
});

const SECOND = 1000;

/** Two connections to a store as the server's threads have them, and the clock of the first. */
function twoConnections() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(temporaryFolder(), 'store.sqlite');
  const open = () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    onTestFinished(() => database.close());
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
    return database;
  };
  const [own, other] = [open(), open()];
  own.exec('create table t (text)');
  const write = (pages: number) => own.exec(`insert into t values ('${'x'.repeat(pages * 4096)}')`);
  const log = () => ({ ...own.prepare('pragma wal_checkpoint(noop)').get() }) as { log: number; checkpointed: number };
  return { own, other, write, log, copyLog: createCheckpoints(own) };
}

test('a long log is copied once a second, and begins anew with the next commit', () => {
  const { write, log, copyLog } = twoConnections();
  write(1100);
  copyLog();
  expect(log().checkpointed).toBe(0);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  const copied = log();
  expect([copied.checkpointed, copied.log > 1100]).toEqual([copied.log, true]);
  write(1);
  copyLog();
  write(1);
  expect(log().log).toBeLessThan(10);
  write(1100);
  copyLog();
  expect(log().checkpointed).toBe(0);
});

test('a short one is left alone, and so is any within a transaction', () => {
  const { own, write, log, copyLog } = twoConnections();
  write(500);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(log().checkpointed).toBe(0);
  write(600);
  vi.advanceTimersByTime(SECOND);
  own.exec('begin immediate');
  copyLog();
  own.exec('commit');
  expect(log().checkpointed).toBe(0);
  copyLog();
  expect(log().checkpointed).toBeGreaterThan(1100);
});

test('it begins anew as soon as nobody else reads or writes, with no second between', () => {
  const { other, write, log, copyLog } = twoConnections();
  write(1100);
  vi.advanceTimersByTime(SECOND);
  other.exec('begin; select count(*) from t');
  copyLog();
  write(1);
  copyLog();
  write(1);
  expect(log().log).toBeGreaterThan(1100);
  other.exec('commit');
  copyLog();
  write(1);
  expect(log().log).toBeLessThan(10);
});

test('a disk that takes nothing fails no commit, and the next second tries again', () => {
  const { own, write, log, copyLog } = twoConnections();
  write(1100);
  const failing = vi.spyOn(own, 'prepare').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(failing).toHaveBeenCalledOnce();
  failing.mockRestore();
  copyLog();
  expect(log().checkpointed).toBe(0);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(log().checkpointed).toBeGreaterThan(1100);
});
