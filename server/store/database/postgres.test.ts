import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { isStoreDown } from '../errors.ts';
import { storeFault } from '../store-fault.ts';
import { startCluster } from './postgres.testing.ts';
import { openStore, type Store } from '../store.ts';
import { freshStore, placeFor, silent, testOnPostgres } from '../store.testing.ts';

testOnPostgres('of several hosts the primary is found, and found again when another one becomes it', async () => {
  const { databaseUrl: primary, dataDir } = await placeFor({ dialect: 'postgres' });
  const standby = await startStandby(nameOf(primary!));
  const everyone = new URL(primary!);
  // The first host does not exist, the second is read-only.
  everyone.searchParams.set('host', ['/nowhere', hostOf(standby), hostOf(primary!)].join(','));
  const store = await openStore({ dataDir, databaseUrl: everyone.href, log: silent });
  onTestFinished(() => store.close());
  await store.migrate();
  await suppress(store, 'before');
  expect(await suppressed(primary!)).toEqual(['before']);

  await on(withName(primary!, 'postgres'), `alter database ${nameOf(primary!)} allow_connections false`);
  await on(withName(primary!, 'postgres'), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(primary!)}'`);
  expect(await suppress(store, 'nowhere').catch(isStoreDown)).toBe(true);
  expect(await suppress(store, 'nowhere').catch(isStoreDown)).toBe(true);
  await on(standby, 'select pg_promote()');
  await suppress(store, 'after');
  expect(await suppressed(standby)).toEqual(['after']);
});

testOnPostgres('connections to a server that takes no writes any more are not used again', async () => {
  const store = await freshStore({ poolSize: 2 });
  const demote = (tx: Store['db']) => sql`set session characteristics as transaction read only`.execute(tx);
  const both = Promise.withResolvers<void>();
  let taken = 0;
  const demoteOne = () =>
    store.begin(async (tx) => {
      await demote(tx);
      taken += 1;
      if (taken === 2) both.resolve();
      await both.promise;
    });
  await Promise.all([demoteOne(), demoteOne()]);
  expect(await suppress(store, 'a').catch(isStoreDown)).toBe(true);
  await Promise.all(['a', 'b', 'c'].map((key) => suppress(store, key)));
});

testOnPostgres('a statement that was prepared because it came often is run again where a migration changed what it returns', async () => {
  const store = await freshStore({ repeats: true, poolSize: 1 });
  const read = (tx: Store['db']) => tx.selectFrom('suppressions').selectAll().where('at', '>', 0).execute();
  for (let times = 0; times < 25; times += 1) expect(await store.begin(read)).toEqual([]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(store.db);
  expect(rows).toEqual([{ n: 1 }]);
  await sql`alter table suppressions add column note text`.execute(store.db);
  expect(await store.begin(read)).toEqual([]);
});

testOnPostgres('a database that takes no connections, as during maintenance, is a store that is down', async () => {
  const { databaseUrl, dataDir } = await placeFor({ dialect: 'postgres' });
  const allow = (allowed: boolean) =>
    on(withName(databaseUrl!, 'postgres'), `alter database ${nameOf(databaseUrl!)} allow_connections ${allowed}`);
  const store = await openStore({ dataDir, databaseUrl, log: silent });
  await store.migrate().finally(() => store.close());
  await allow(false);
  const closed = await openStore({ dataDir, databaseUrl, log: silent });
  onTestFinished(() => closed.close());
  const error: unknown = await closed.ready().catch((thrown: unknown) => thrown);
  await allow(true);
  expect([isStoreDown(error), storeFault(error)]).toEqual([true, expect.stringContaining('DATABASE_URL takes no connections')]);
});

testOnPostgres('a database of another encoding than UTF8 is told as that, and gets no tables', async () => {
  const { databaseUrl, dataDir } = await placeFor({ dialect: 'postgres' });
  const name = `${nameOf(databaseUrl!)}_latin`;
  await on(withName(databaseUrl!, 'postgres'), `create database ${name} encoding 'LATIN1' locale 'C' template template0`);
  const store = await openStore({ dataDir, databaseUrl: withName(databaseUrl!, name), log: silent });
  const error: unknown = await store.migrate().catch((thrown: unknown) => thrown);
  await store.close();
  await on(withName(databaseUrl!, 'postgres'), `drop database ${name}`);
  expect([isStoreDown(error), storeFault(error)]).toEqual([
    true,
    expect.stringMatching(/DATABASE_URL.*not UTF8.*createdb -E UTF8 -T template0/),
  ]);
});

/** Starts a cluster with a store's tables as a read-only standby. It waits for a primary that does not exist. */
async function startStandby(database: string): Promise<string> {
  const cluster = (await startCluster())!;
  onTestFinished(() => cluster.stop());
  const url = withName(cluster.url, database);
  await on(cluster.url, `create database ${database}`);
  const store = await openStore({ dataDir: '/nowhere', databaseUrl: url, log: silent });
  await store.migrate().finally(() => store.close());
  await cluster.kill();
  writeFileSync(join(hostOf(cluster.url), 'data/standby.signal'), '');
  await cluster.restart();
  return url;
}

async function suppress(store: Store, key: string): Promise<void> {
  await store.begin((tx) => tx.insertInto('suppressions').values({ address_key: key, reason: 'test', at: 1 }).execute());
}

async function suppressed(url: string): Promise<string[]> {
  return (await on<{ address_key: string }>(url, 'select address_key from suppressions')).map((row) => row.address_key);
}

async function on<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

function hostOf(url: string): string {
  return new URL(url).searchParams.get('host')!;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function withName(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
