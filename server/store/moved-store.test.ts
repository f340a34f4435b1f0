import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isStoreDown, NotOnDisk, StoreMoved } from './errors.ts';
import { createSharedBegin } from './group-commit.ts';
import { storeFault } from './store-fault.ts';
import { openStore, type Store } from './store.ts';
import { placeFor, temporaryFolder } from './store.testing.ts';

const insert = (store: Store, key: string) =>
  store.db.insertInto('suppressions').values({ address_key: key, reason: 'test', at: 1 }).execute();
const inTransaction = (store: Store, key: string) =>
  store.begin((tx) => tx.insertInto('suppressions').values({ address_key: key, reason: 'test', at: 1 }).execute());
const keysIn = async (store: Store) =>
  (await store.db.selectFrom('suppressions').select('address_key').orderBy('address_key').execute()).map(({ address_key: key }) => key);
const thrownBy = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error);

async function openAt(dataDir: string): Promise<Store> {
  const store = await openStore({ ...(await placeFor({ dialect: 'sqlite' })), dataDir });
  onTestFinished(() => store.close());
  await store.migrate();
  return store;
}

async function movedStore(): Promise<{ store: Store; dataDir: string; aside: string }> {
  const parent = temporaryFolder();
  const [dataDir, aside] = [join(parent, 'data'), join(parent, 'data.old')];
  const store = await openAt(dataDir);
  await insert(store, 'before');
  renameSync(dataDir, aside);
  return { store, dataDir, aside };
}

test('once its folder is moved away and another stands there, nothing is said to be stored, and it goes on when the folder is back', async () => {
  const { store, dataDir, aside } = await movedStore();
  mkdirSync(dataDir);
  const other = await openAt(dataDir);
  await insert(other, 'other');
  const faults = [];
  for (const write of [insert, inTransaction]) faults.push(await thrownBy(write(store, `perhaps ${faults.length}`)));
  faults.push(await thrownBy(store.ready()), await thrownBy(store.inPlace()));
  expect(faults.map((fault) => isStoreDown(fault))).toEqual([true, true, true, true]);
  expect(new Set(faults.map(storeFault))).toEqual(new Set([expect.stringMatching(/DATA_DIR.*moved.*back.*restart/)]));
  expect(await keysIn(other)).toEqual(['other']);
  await other.close();
  rmSync(dataDir, { recursive: true });
  renameSync(aside, dataDir);
  await Promise.all([store.ready(), store.inPlace()]);
  await Promise.all([insert(store, 'later'), inTransaction(store, 'later too')]);
  // Only the first after the move was written before it was noticed.
  expect(await keysIn(store)).toEqual(['before', 'later', 'later too', 'perhaps 0']);
});

test('what may have been committed there is not written again', async () => {
  const { store } = await movedStore();
  const begin = createSharedBegin(store, 0);
  let writes = 0;
  const write = (key: string) =>
    begin(async (tx) => {
      writes += 1;
      await tx.insertInto('suppressions').values({ address_key: key, reason: 'test', at: 1 }).execute();
    });
  const faults = await Promise.all([thrownBy(write('a')), thrownBy(write('b'))]);
  expect(faults.map((fault) => fault instanceof NotOnDisk)).toEqual([true, true]);
  expect(writes).toBe(2);
});

test.each(['store.sqlite', 'store.sqlite-wal'])('and once %s alone is removed, nothing is said to be stored', async (name) => {
  const dataDir = temporaryFolder();
  const store = await openAt(dataDir);
  await insert(store, 'before');
  rmSync(join(dataDir, name));
  expect(await thrownBy(insert(store, 'after'))).toBeInstanceOf(StoreMoved);
  expect(await keysIn(store)).toContain('before');
});
