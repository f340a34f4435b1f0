import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { createDatabase, dropDatabase, giveBack, lendDatabase } from './database/lent-databases.testing.ts';
import { SQLITE_NAME } from './database/sqlite.ts';
import { openStore, type Store, type StoreOptions } from './store.ts';

export type Kind = { dialect: 'sqlite' | 'postgres'; skip: boolean };

export const kinds: readonly Kind[] = [
  { dialect: 'sqlite', skip: false },
  { dialect: 'postgres', skip: inject('postgres') === undefined },
];

export const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param filled whether the tables exist already: a copied or emptied store takes a tenth of the time of creating them */
export async function placeFor(dialect: Kind['dialect'], filled = false): Promise<StoreOptions> {
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

export async function freshStore(dialect: Kind['dialect'], options: Partial<StoreOptions> = {}): Promise<Store> {
  const isElsewhere = options.dataDir !== undefined || options.databaseUrl !== undefined || options.migrations !== undefined;
  // A busy machine may take seconds to free a connection.
  const store = await openStore({ poolWait: 30_000, ...(await placeFor(dialect, !isElsewhere)), ...options });
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
