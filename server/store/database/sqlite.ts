import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from 'kysely';
import { makePrivateFile } from '../data-dir/private-file.ts';
import { NodeSqliteDriver, untilUnlocked } from './sqlite-driver.ts';

/** Milliseconds to wait, at the start, for processes that start at the same time. */
const STARTING = 10_000;

/** Of the file in DATA_DIR. */
export const SQLITE_NAME = 'store.sqlite';

/** DATA_DIR/store.sqlite, opened so that a commit that returned is on the disk. */
export async function openSqliteFile(dataDir: string): Promise<DatabaseSync> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SQLITE_NAME);
  // SQLite gives the log and the shared memory beside it the same rights.
  makePrivateFile(path);
  // No wait of SQLite's own: it would block the event loop.
  const database = new DatabaseSync(path, { timeout: 0 });
  // Changing the journal needs the file alone.
  await untilUnlocked(async () => database.exec('pragma journal_mode = wal'), STARTING);
  database.exec('pragma synchronous = full; pragma foreign_keys = on;');
  return database;
}

/** Kysely over one node:sqlite connection, opened before the first query; a transaction takes the write lock when it begins. */
export function nodeSqliteDialect(open: () => Promise<DatabaseSync>): Dialect {
  return {
    createAdapter: () => new TurnTakingAdapter(),
    createDriver: () => new NodeSqliteDriver(open),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** The driver lets its connections take turns by itself; Kysely's own turns would last as long as the wait for another process. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Whether a folder or another thing has the file's name: no room and no time mend that. */
export async function hasOtherThanFile(dataDir: string): Promise<boolean> {
  const found = await stat(join(dataDir, SQLITE_NAME)).catch(() => undefined);
  return found !== undefined && !found.isFile();
}
