import { Kysely, sql, type Dialect, type LogEvent } from 'kysely';
import type { DatabaseSync } from 'node:sqlite';
import type { ClientConfig } from 'pg';
import { elementAt } from '../../contract/checked.ts';
import type { Log } from '../kernel/log.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { isOutOfRoom } from './data-dir/disk-room.ts';
import { observations } from '../kernel/observations.ts';
import { isConflict, isStoreDown, StoreDown } from './errors.ts';
import { storeFault } from './store-fault.ts';
import { refuseClosed } from './data-dir/closed-store.ts';
import { migrate, tolerated } from './migrations/migrate.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';
import { hasOtherThanFile, nodeSqliteDialect, openSqliteFile } from './database/sqlite.ts';

/** The database, or a transaction in it: whatever takes one works inside and outside of one. */
export type Tx = Kysely<Schema>;

export type Store = {
  db: Tx;
  dialect: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in one transaction; when it returns, everything is on the disk. Inside, use `tx`
   * only: SQLite has one connection, and `db` would wait for the transaction to end. `fn` does
   * nothing but use `tx`: it runs again where PostgreSQL had it lose against another transaction.
   */
  begin<T>(fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Milliseconds since the epoch: PostgreSQL's, so that servers that share it agree whatever their own clocks say. */
  now(): number;
  /** Asks PostgreSQL for its time; now and then, and by migrate(). */
  readClock(): Promise<void>;
  /** Throws StoreDown unless the store answers and, once its tables are there, takes a write. */
  ready(): Promise<void>;
  /** Whether migrate() succeeded. Until then `begin` throws StoreDown: nothing may be accepted by a store of an unknown version. */
  isMigrated(): boolean;
  /** Creates or updates the tables. May be called again after it failed; safe in many processes. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

export type StoreOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** How PostgreSQL's connections are encrypted; without it as DATABASE_URL says. */
  tls?: ClientConfig['ssl'];
  poolSize?: number;
  /** Milliseconds that a query waits for a connection to PostgreSQL. */
  poolWait?: number;
  log: Log;
  migrations?: readonly Migration[];
  /** Whether the time of each statement is told (observations). */
  measured?: boolean;
  /** What must be had before the SQLite file is opened: the lock of its folder. */
  beforeOpen?: () => Promise<void>;
};

/**
 * PostgreSQL where a URL is given, even while it is down; otherwise a SQLite file in dataDir, even while its disk is full.
 * @throws StoreClosed
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  refuseClosed(options.dataDir, options.databaseUrl === undefined);
  return options.databaseUrl === undefined ? openSqliteStore(options) : openPostgresStore(options.databaseUrl, options);
}

/** A folder that cannot be used at all is told at once, and so is one where something else has the file's name; one on a full disk is opened when there is room. */
async function openSqliteStore({ dataDir, log, measured, beforeOpen, migrations: list }: StoreOptions): Promise<Store> {
  let file: DatabaseSync | undefined;
  const open = async () => {
    if (file?.isOpen === true) return file;
    await beforeOpen?.();
    file = await openSqliteFile(dataDir);
    return file;
  };
  await open().catch(async (error: unknown) => {
    const file = (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR' && isStoreDown(error);
    if ((!file && !isOutOfRoom(error)) || (await hasOtherThanFile(dataDir))) throw error;
  });
  const db = kysely(nodeSqliteDialect(open), measured);
  return {
    ...common(db, () => migrateAndTell(db, 'sqlite', { log, list })),
    now: Date.now,
    readClock: async () => {},
    dialect: 'sqlite',
    close: async () => {
      // Closing the last connection moves everything into the one file: a copy of it is a backup.
      await db.destroy();
      if (file?.isOpen === true) file.close();
    },
  };
}

async function openPostgresStore(url: string, { tls, poolSize, poolWait, log, measured, migrations: list }: StoreOptions): Promise<Store> {
  // The embedded store has no use for its driver.
  const { postgresDialect } = await import('./database/postgres.ts');
  const options = { url, log, tls, poolWait };
  const db = kysely(postgresDialect({ ...options, poolSize }), measured);
  const clock = createDatabaseClock(async () => {
    const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
    return elementAt(rows, 0).at;
  });
  const migrate = async () => {
    // A migration may take longer than any query of a request may, waiting for its turn included.
    const patient = kysely(postgresDialect({ ...options, poolSize: 1, statementTimeout: 600_000 }));
    await migrateAndTell(patient, 'postgres', { log, list }).finally(() => patient.destroy());
    await clock.read();
  };
  return {
    ...common(db, migrate),
    now: clock.now,
    readClock: clock.read,
    dialect: 'postgres',
    close: () => db.destroy(),
  };
}

function kysely(dialect: Dialect, measured = false): Kysely<Schema> {
  return new Kysely<Schema>({ dialect, ...(measured && { log: tellQuery }) });
}

function tellQuery(event: LogEvent): void {
  const failed = event.level === 'error' && isStoreDown(event.error);
  observations.storeCall.tell({ call: 'query', failed, seconds: event.queryDurationMillis / 1000 });
}

function common(db: Kysely<Schema>, bringUpToDate: () => Promise<void>): Omit<Store, 'dialect' | 'close' | 'now' | 'readClock'> {
  let migrated = false;
  return {
    db,
    isMigrated: () => migrated,
    migrate: async () => {
      await bringUpToDate();
      migrated = true;
    },
    begin: async (fn) => {
      if (!migrated) throw new StoreDown('the store is not up to date yet');
      const began = performance.now();
      let failed = false;
      try {
        return await transact(db, fn);
      } catch (error) {
        failed = isStoreDown(error);
        throw error;
      } finally {
        observations.storeCall.tell({ call: 'transaction', failed, seconds: (performance.now() - began) / 1000 });
      }
    },
    ready: async () => {
      try {
        if (migrated) await writeProbe(db);
        else await sql`select 1`.execute(db);
      } catch (error) {
        throw new StoreDown(storeFault(error), { cause: error });
      }
    },
  };
}

async function transact<T>(db: Kysely<Schema>, fn: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(fn);
    } catch (error) {
      if (attempt === 3 || !isConflict(error)) throw error;
    }
  }
}

async function writeProbe(db: Kysely<Schema>): Promise<void> {
  const at = Date.now();
  await db
    .insertInto('probes')
    .values({ name: 'ready', at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }))
    .execute();
}

type Telling = { log: Log; list: readonly Migration[] | undefined };

async function migrateAndTell(db: Kysely<Schema>, dialect: 'sqlite' | 'postgres', { log, list }: Telling): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const names = await migrate(db, dialect, list);
      if (names.length > 0) log.info({ migrations: names }, 'the store was brought up to date');
      const newer = await tolerated(db, list);
      if (newer.length > 0) log.warn({ migrations: newer }, 'the store was written by a newer version, with which this one gets along');
      return;
    } catch (error) {
      // The wait for SQLite's lock is short, and another process may be migrating; PostgreSQL waits itself.
      if (dialect === 'postgres' || attempt === 5 || !isStoreDown(error)) throw error;
    }
  }
}
