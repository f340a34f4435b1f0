import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect, type Driver } from 'kysely';
import { AsideDriver, type RunAside } from './aside-driver.ts';
import { makePrivateFile } from '../data-dir/private-folder.ts';
import { NodeSqliteDriver, untilUnlocked, type SqliteOptions } from './sqlite-driver.ts';

/** Milliseconds to wait at startup for other processes that open the file. */
const STARTING = 10_000;

/** Name of the store's file in DATA_DIR. */
export const SQLITE_NAME = 'store.sqlite';

/**
 * Opens DATA_DIR/store.sqlite. A commit is durable once the log is on the disk, for which the driver waits (sqlite-waits.ts).
 * The driver copies the log into the file too.
 */
export async function openSqliteFile(dataDir: string): Promise<DatabaseSync> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SQLITE_NAME);
  // SQLite creates the WAL and shared-memory files with the same mode.
  makePrivateFile(path);
  // Without SQLite's busy timeout, which would block the event loop.
  const database = new DatabaseSync(path, { timeout: 0 });
  // Changing the journal mode needs exclusive access to the file.
  await untilUnlocked(async () => database.exec('pragma journal_mode = wal'), { patience: STARTING });
  database.exec('pragma synchronous = normal; pragma foreign_keys = on; pragma wal_autocheckpoint = 0;');
  return database;
}

/** A Kysely dialect over one node:sqlite connection, opened before the first query. A transaction takes the write lock when it begins. */
export function nodeSqliteDialect(open: () => Promise<DatabaseSync>, options?: SqliteOptions): Dialect {
  return sqliteDialect(() => new NodeSqliteDriver(open, options));
}

/** A Kysely dialect for reads, without transactions, that another thread with the same store runs. */
export function asideDialect(run: RunAside): Dialect {
  return sqliteDialect(() => new AsideDriver(run));
}

function sqliteDialect(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new TurnTakingAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Switches off Kysely's own queue, because the driver queues connections itself. Kysely's queue would stay blocked while the driver waits for another
 * process.
 */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Whether something other than a file has the store file's name. Retrying cannot fix that. */
export async function hasOtherThanFile(dataDir: string): Promise<boolean> {
  const found = await stat(join(dataDir, SQLITE_NAME)).catch(() => undefined);
  return found !== undefined && !found.isFile();
}
