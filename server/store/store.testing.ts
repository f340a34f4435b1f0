import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, inject, onTestFinished, test } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { inTurn } from '../testing/rotation.testing.ts';
import { createDatabase, dropDatabase, giveBack, lendDatabase } from './database/lent-databases.testing.ts';
import { SQLITE_NAME } from './database/sqlite.ts';
import { openStore, type Store, type StoreOptions } from './store.ts';

type Dialect = Store['dialect'];

export const noPostgres = inject('postgres') === undefined;

/** The store of tests that leave it open: SQLite, or PostgreSQL if TEST_STORE=postgres. */
const usual: Dialect = process.env['TEST_STORE'] === 'postgres' ? 'postgres' : 'sqlite';

let current = usual;

/** Declares tests that run on both stores, for what stores do differently (docs/decisions/test-provisioning.md). */
export function describeOnStores(name: string, declare: (dialect: Dialect) => void): void {
  describeOn('sqlite', describe, name, declare);
  describeOn('postgres', noPostgres ? describe.skip : describe, name, declare);
}

/**
 * As describeOnStores, for a slice: on each store in turn, as testOnStores does with one test.
 * @param place decides when it is which store's turn. Long files have different ones, since PostgreSQL takes three times as long
 */
export function describeOnStoresInTurn(name: string, place: number, declare: (dialect: Dialect) => void): void {
  describeOn('sqlite', noPostgres ? describe : inTurn(describe, place, 2), name, declare);
  describeOn('postgres', noPostgres ? describe.skip : inTurn(describe, place + 1, 2), name, declare);
}

function describeOn(
  dialect: Dialect,
  describes: (title: string, declare: () => void) => unknown,
  name: string,
  declare: (dialect: Dialect) => void,
): void {
  describes(`${name} on ${dialect}`, () => {
    beforeAll(() => {
      current = dialect;
      return () => void (current = usual);
    });
    declare(dialect);
  });
}

/** For one test, on each store in turn: half of the runs look at one, and a night's run at both. */
export function testOnStores(name: string, run: () => Promise<void>): void {
  const place = name.length;
  testOn('sqlite', noPostgres ? test : inTurn(test, place, 2), name, run);
  testOn('postgres', noPostgres ? test.skip : inTurn(test, place + 1, 2), name, run);
}

export function testOnPostgres(name: string, run: () => Promise<void>): void {
  testOn('postgres', noPostgres ? test.skip : test, name, run);
}

function testOn(
  dialect: Dialect,
  declare: (title: string, run: () => Promise<void>) => unknown,
  name: string,
  run: () => Promise<void>,
): void {
  declare(`${name}, on ${dialect}`, async () => {
    const outside = current;
    current = dialect;
    await run().finally(() => (current = outside));
  });
}

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param filled whether the tables exist already: a copied or emptied store takes a tenth of the time of creating them */
export async function placeFor({ dialect = current, filled = false }: { dialect?: Dialect; filled?: boolean } = {}): Promise<StoreOptions> {
  const dataDir = temporaryFolder();
  if (dialect === 'sqlite') {
    if (filled) copyFileSync(join(await migratedFolder(), SQLITE_NAME), join(dataDir, SQLITE_NAME));
    return { dataDir, log: silent };
  }
  const cluster = inject('postgres')!;
  const databaseUrl = filled ? await lendDatabase(cluster) : await createDatabase(cluster);
  onTestFinished(() => (filled ? giveBack : dropDatabase)(cluster, databaseUrl));
  return { dataDir, databaseUrl, log: silent };
}

export async function freshStore(options: Partial<StoreOptions> = {}): Promise<Store> {
  const isElsewhere = options.dataDir !== undefined || options.databaseUrl !== undefined || options.migrations !== undefined;
  // A busy machine may take seconds to free a connection.
  const store = await openStore({ poolWait: 30_000, ...(await placeFor({ filled: !isElsewhere })), ...options });
  onTestFinished(() => store.close());
  await store.migrate();
  return store;
}

let migrated: Promise<string> | undefined;

/** A folder with a SQLite store of current tables and no rows, made once for each process. */
function migratedFolder(): Promise<string> {
  migrated ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'store-tables-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const store = await openStore({ dataDir: folder, log: silent });
    await store.migrate().finally(() => store.close());
    return folder;
  })();
  return migrated;
}
