import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isStoreDown, isUniqueViolation, StoreDown } from './errors.ts';
import { newId } from './id.ts';
import { startCluster } from './database/postgres.testing.ts';
import { openStore, type Tx } from './store.ts';
import { describeOnStores, freshStore, noPostgres, placeFor, silent, temporaryFolder } from './store.testing.ts';
import { longestTurn } from '../testing/thread-turns.testing.ts';

const suppression = (key: string) => ({ address_key: key, reason: 'test', at: 1 });

describeOnStores('the store', () => {
  describe('transactions', () => {
    test('what is committed is there after it was closed and opened again', async () => {
      const place = await placeFor();
      const first = await openStore(place);
      await first.migrate();
      await first.begin((tx) => tx.insertInto('suppressions').values(suppression('a')).execute());
      await first.close();
      const second = await openStore(place);
      onTestFinished(() => second.close());
      await second.migrate();
      expect((await second.db.selectFrom('suppressions').selectAll().execute()).map((row) => ({ ...row }))).toEqual([suppression('a')]);
    });

    test('one that throws leaves nothing, and the next one works', async () => {
      const store = await freshStore();
      const failing = store.begin(async (tx) => {
        await tx.insertInto('suppressions').values(suppression('a')).execute();
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await store.begin((tx) => tx.insertInto('suppressions').values(suppression('b')).execute());
      expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toMatchObject([{ address_key: 'b' }]);
    });

    test('a hundred at once each see all of the others or none', async () => {
      const store = await freshStore();
      const pair = (n: number) =>
        store.begin(async (tx) => {
          await tx
            .insertInto('suppressions')
            .values(suppression(`${n}a`))
            .execute();
          await tx
            .insertInto('suppressions')
            .values(suppression(`${n}b`))
            .execute();
          const rows = await tx.selectFrom('suppressions').select('address_key').execute();
          expect(rows.length % 2).toBe(0);
        });
      await Promise.all(Array.from({ length: 100 }, (_, n) => pair(n)));
      expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toHaveLength(200);
    });

    test('a taken key is told from other faults', async () => {
      const store = await freshStore();
      const insert = () => store.db.insertInto('suppressions').values(suppression('a')).execute();
      await insert();
      const taken: unknown = await insert().catch((error: unknown) => error);
      expect([isUniqueViolation(taken), isStoreDown(taken)]).toEqual([true, false]);
      const broken: unknown = await sql`select nonsense`.execute(store.db).catch((error: unknown) => error);
      expect([isUniqueViolation(broken), isStoreDown(broken)]).toEqual([false, false]);
    });

    test('a consent without its lead is refused, and a lead takes its own rows along', async () => {
      const store = await freshStore();
      const orphan = store.db
        .insertInto('lead_events')
        .values({ id: newId(), lead_id: 'nobody', at: 1, kind: 'x', detail: '{}' })
        .execute();
      await expect(orphan).rejects.toThrow(/foreign key/i);
    });

    test('times come back as numbers', async () => {
      const store = await freshStore();
      const at = Date.now();
      await store.db.insertInto('suppressions').values({ address_key: 'a', reason: 'test', at }).execute();
      expect((await store.db.selectFrom('suppressions').select('at').executeTakeFirstOrThrow()).at).toBe(at);
    });
  });

  test('once closed it says that it is down', async () => {
    const store = await openStore(await placeFor());
    await store.migrate();
    await store.ready();
    await store.close();
    await expect(store.ready()).rejects.toThrow(StoreDown);
    const error: unknown = await store.begin(async (tx) => tx.selectFrom('leads').select('id').execute()).catch((e: unknown) => e);
    expect(isStoreDown(error)).toBe(true);
  });
});

test('closed, the embedded store is one file', async () => {
  const place = await placeFor();
  const store = await openStore(place);
  await store.migrate();
  expect(existsSync(join(place.dataDir, 'store.sqlite-wal'))).toBe(true);
  await store.close();
  expect(existsSync(join(place.dataDir, 'store.sqlite-wal'))).toBe(false);
});

test('who asks the embedded store again and again, in a transaction or not, leaves others their turn', async () => {
  const store = await freshStore();
  const askOn = async (db: Tx) => {
    for (let n = 0; n < 12_000; n += 1) await db.selectFrom('leads').selectAll().where('id', '=', String(n)).execute();
  };
  expect(await longestTurn(() => askOn(store.db))).toBeLessThan(120);
  expect(await longestTurn(() => store.begin(askOn))).toBeLessThan(120);
});

test('a file that another process is writing to is the store being down, not a fault', async () => {
  const place = await placeFor();
  const [one, other] = [await openStore(place), await openStore(place)];
  await Promise.all([one.migrate(), other.migrate()]);
  const error: unknown = await one.begin(async () => other.begin(async () => 1)).catch((e: unknown) => e);
  expect(isStoreDown(error)).toBe(true);
  expect(await other.begin(async () => 1)).toBe(1);
  await Promise.all([one.close(), other.close()]);
});

test('while another process has the lock, the event loop runs, others read, and a write waits its few seconds', async () => {
  const place = await placeFor();
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  const other = new DatabaseSync(join(place.dataDir, 'store.sqlite'));
  other.exec('begin immediate');
  const insert = (key: string) => store.db.insertInto('suppressions').values(suppression(key)).execute();
  const writes = Promise.allSettled([insert('a'), store.begin((tx) => tx.insertInto('suppressions').values(suppression('b')).execute())]);
  const order: string[] = [];
  const ended = writes.then(() => order.push('writes'));
  for (let reads = 0; reads < 20; reads += 1) {
    await store.db.selectFrom('suppressions').select('reason').execute();
    await turn();
  }
  order.push('reads');
  await ended;
  expect(order).toEqual(['reads', 'writes']);
  expect((await writes).map((outcome) => outcome.status === 'rejected' && isStoreDown(outcome.reason))).toEqual([true, true]);
  // SQLite's own wait would block the event loop.
  expect((await sql`pragma busy_timeout`.execute(store.db)).rows).toEqual([{ timeout: 0 }]);
  const waiting = insert('c');
  setTimeout(() => other.close(), 100);
  await waiting;
  expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toMatchObject([{ address_key: 'c' }]);
});

test('a full disk is the store being down, and it recovers', async () => {
  const store = await freshStore();
  await sql`pragma max_page_count = 60`.execute(store.db);
  const fill = () =>
    store.begin((tx) =>
      tx
        .insertInto('suppressions')
        .values(suppression('x'.repeat(2_000_000)))
        .execute(),
    );
  const error: unknown = await fill().catch((e: unknown) => e);
  expect(isStoreDown(error)).toBe(true);
  await sql`pragma max_page_count = 100000`.execute(store.db);
  await fill();
});

test('PostgreSQL may be down when the server starts', async () => {
  const store = await openStore({ dataDir: temporaryFolder(), databaseUrl: 'postgres://localhost:1/x', log: silent });
  await expect(store.ready()).rejects.toThrow(StoreDown);
  const error: unknown = await store.migrate().catch((e: unknown) => e);
  expect(isStoreDown(error)).toBe(true);
  await store.close();
});

describe.skipIf(noPostgres)('PostgreSQL that is killed', () => {
  test('loses nothing that was committed; idle and busy connections survive it in the process', async () => {
    const cluster = (await startCluster())!;
    onTestFinished(() => cluster.stop());
    const store = await openStore({ dataDir: temporaryFolder(), databaseUrl: cluster.url, log: silent });
    onTestFinished(() => store.close());
    await store.migrate();
    await store.begin((tx) => tx.insertInto('suppressions').values(suppression('kept')).execute());
    const outcome = await store
      .begin(async (tx) => {
        await tx.insertInto('suppressions').values(suppression('lost')).execute();
        await cluster.kill();
        await tx.selectFrom('suppressions').selectAll().execute();
      })
      .catch((error: unknown) => isStoreDown(error));
    expect(outcome).toBe(true);
    await expect(store.ready()).rejects.toThrow(StoreDown);
    await cluster.restart();
    await store.ready();
    expect(await store.db.selectFrom('suppressions').select('address_key').execute()).toMatchObject([{ address_key: 'kept' }]);
  });
});
