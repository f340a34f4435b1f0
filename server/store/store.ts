import { Kysely, sql, type Dialect, type LogEvent } from 'kysely';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ClientConfig } from 'pg';
import { elementAt } from '../../contract/checked.ts';
import type { Log } from '../kernel/log.ts';
import { announceBy, announceCommitted, createAnnounce } from './announcements.ts';
import type { RunAside } from './database/aside-driver.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { isOutOfRoom } from './data-dir/disk-room.ts';
import { observations } from '../kernel/observations.ts';
import { isConflict, isStoreDown, StoreDown } from './errors.ts';
import { NOT_UTF8, storeFault } from './store-fault.ts';
import { refuseClosed } from './data-dir/closed-store.ts';
import { migrate, tolerated } from './migrations/migrate.ts';
import type { Migration } from './migrations/migration.ts';
import type { Schema } from './schema.ts';
import { sqliteFiles, type SharedTurns, type SqliteFiles } from './database/sqlite-waits.ts';
import { asideDialect, hasOtherThanFile, nodeSqliteDialect, openSqliteFile, SQLITE_NAME } from './database/sqlite.ts';

/** The database or a transaction: functions that take a Tx work inside and outside of a transaction. */
export type Tx = Kysely<Schema>;

export type Store = {
  db: Tx;
  /**
   * For reads of the desk that may take tens of milliseconds. On the embedded store another thread of the server runs them, where there is one, so that
   * no visitor waits for them; otherwise the same as `db`.
   */
  aside: Tx;
  dialect: 'sqlite' | 'postgres';
  /**
   * Runs `fn` in one transaction, which is durable once this returns. `fn` must use only `tx`: on SQLite `db` would wait for the transaction to end,
   * and on PostgreSQL `fn` runs again after a conflict with another transaction.
   */
  begin<T>(this: void, fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** As begin, for a function that runs a single statement on PostgreSQL, which is a transaction by itself: no round trips to begin and commit. */
  beginOne<T>(this: void, fn: (tx: Tx) => Promise<T>): Promise<T>;
  /** Milliseconds since the epoch, by PostgreSQL's clock if there is one, so that servers agree whatever their own clocks say. */
  now(): number;
  /** Reads PostgreSQL's clock. Called from time to time, and by migrate(). */
  readClock(): Promise<void>;
  /**
   * Calls `onWork` when another server announces work (announceWork); never on SQLite. Announcements may be lost, so the caller also has to
   * look by itself.
   * @returns ends it
   */
  listen(onWork: () => void): () => Promise<void>;
  /** Throws StoreDown unless the store answers and, once migrated, accepts a write. */
  ready(): Promise<void>;
  /** Throws StoreMoved unless the files of the embedded store, which this process has open, still stand at their place. */
  inPlace(): Promise<void>;
  /** Whether migrate() succeeded. Until then `begin` throws StoreDown, since the store's version is unknown. */
  isMigrated(): boolean;
  /** Creates or updates the tables. May be called again after a failure; safe in several processes at once. */
  migrate(): Promise<void>;
  close(): Promise<void>;
};

export type StoreOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Encryption of PostgreSQL connections. Default: as DATABASE_URL says. */
  tls?: ClientConfig['ssl'];
  poolSize?: number;
  /** Milliseconds that a query waits for a connection to PostgreSQL. */
  poolWait?: number;
  /** Whether PostgreSQL plans statements once that come again and again (database/postgres.ts). */
  repeats?: boolean;
  log: Log;
  migrations?: readonly Migration[];
  /** Whether the duration of each statement is reported (observations). */
  measured?: boolean;
  /** On the embedded store, where another thread of the server opens it as well. */
  turns?: SharedTurns;
  /** Runs reads of the embedded store in another thread. */
  aside?: RunAside;
  /** Called before the SQLite file is opened, to lock its folder. */
  beforeOpen?: () => Promise<void>;
};

/** Opens PostgreSQL if a URL is given, even while it is down; otherwise a SQLite file in dataDir, even while its disk is full. @throws StoreClosed */
export async function openStore(options: StoreOptions): Promise<Store> {
  refuseClosed(options.dataDir, options.databaseUrl === undefined);
  return options.databaseUrl === undefined ? openSqliteStore(options) : openPostgresStore(options.databaseUrl, options);
}

/**
 * Throws if the folder cannot be used, or something other than a file has the store's name. On a full disk it opens the file later, once there is
 * room.
 */
async function openSqliteStore(options: StoreOptions): Promise<Store> {
  const { dataDir, log, measured, turns, aside, beforeOpen, migrations: list } = options;
  let file: DatabaseSync | undefined;
  let files: SqliteFiles | undefined;
  const open = async () => {
    if (file?.isOpen === true) return file;
    await beforeOpen?.();
    file = await openSqliteFile(dataDir);
    files = sqliteFiles(join(dataDir, SQLITE_NAME));
    return file;
  };
  await open().catch(async (error: unknown) => {
    const file = (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR' && isStoreDown(error);
    if ((!file && !isOutOfRoom(error)) || (await hasOtherThanFile(dataDir))) throw error;
  });
  const db = kysely(nodeSqliteDialect(open, { files: () => files, turns }), measured);
  return {
    ...common(db, () => migrateAndTell(db, 'sqlite', { log, list }), 'sqlite'),
    ...(aside && { aside: kysely(asideDialect(aside)) }),
    now: Date.now,
    readClock: async () => {},
    inPlace: async () => files?.place.look(),
    listen: () => async () => {},
    close: async () => {
      // Closing the last connection merges the WAL into the main file, so that a copy of that file is a backup.
      await db.destroy();
      if (file?.isOpen === true) file.close();
    },
  };
}

async function openPostgresStore(url: string, given: StoreOptions): Promise<Store> {
  const { tls, poolSize, poolWait, repeats, log, measured, migrations: list } = given;
  // Loaded only if needed: the embedded store does not use the PostgreSQL driver.
  const { connectAlone, createPostgresHosts, postgresDialect } = await import('./database/postgres.ts');
  const { listenForWork, notification } = await import('./database/postgres-listener.ts');
  const options = { url, log, tls, poolWait };
  const hosts = createPostgresHosts(url);
  const db = kysely(postgresDialect({ ...options, poolSize, repeats }, hosts), measured);
  const self = randomUUID();
  const announce = (from: string) => notification(from).execute(db);
  announceBy(
    db,
    createAnnounce(() => announce(self).catch(() => undefined)),
  );
  const clock = createDatabaseClock(async () => {
    const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`.execute(db);
    return elementAt(rows, 0).at;
  });
  const migrate = async () => {
    // A migration, including the wait for its lock, may take longer than a request's query may.
    const patient = kysely(postgresDialect({ ...options, poolSize: 1, statementTimeout: 600_000 }));
    await migrateAndTell(patient, 'postgres', { log, list }).finally(() => patient.destroy());
    await clock.read();
  };
  return {
    ...common(db, migrate, 'postgres'),
    now: clock.now,
    readClock: clock.read,
    inPlace: async () => {},
    listen: (onWork) => listenForWork({ connect: () => connectAlone({ tls }, hosts), announce, self, log }, onWork),
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

function common(
  db: Kysely<Schema>,
  bringUpToDate: () => Promise<void>,
  dialect: Store['dialect'],
): Omit<Store, 'close' | 'now' | 'readClock' | 'inPlace' | 'listen'> {
  let migrated = false;
  const measured = async <T>(run: () => Promise<T>): Promise<T> => {
    if (!migrated) throw new StoreDown('the store is not up to date yet');
    const began = performance.now();
    let failed = false;
    try {
      return await retried(run);
    } catch (error) {
      failed = isStoreDown(error);
      throw error;
    } finally {
      observations.storeCall.tell({ call: 'transaction', failed, seconds: (performance.now() - began) / 1000 });
    }
  };
  const begin: Store['begin'] = (fn) =>
    measured(async () => {
      let used: Tx | undefined;
      const result = await db.transaction().execute((tx) => fn((used = tx)));
      if (used !== undefined) announceCommitted(db, used);
      return result;
    });
  return {
    db,
    aside: db,
    dialect,
    isMigrated: () => migrated,
    migrate: async () => {
      await bringUpToDate();
      migrated = true;
    },
    begin,
    beginOne: dialect === 'postgres' ? (fn) => measured(() => fn(db)) : begin,
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

/** Runs a transaction again after a conflict with another one. */
async function retried<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact();
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
      if (dialect === 'postgres') await refuseOtherEncoding(db);
      const names = await migrate(db, dialect, list);
      if (names.length > 0) log.info({ migrations: names }, 'the store was brought up to date');
      const newer = await tolerated(db, list);
      if (newer.length > 0) log.warn({ migrations: newer }, 'the store was written by a newer version, with which this one gets along');
      return;
    } catch (error) {
      // The wait for SQLite's lock is short, and another process may be migrating. PostgreSQL waits by itself.
      if (dialect === 'postgres' || attempt === 5 || !isStoreDown(error)) throw error;
    }
  }
}

/** SQL_ASCII takes any bytes as they come. */
async function refuseOtherEncoding(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const { encoding } = elementAt(rows, 0);
  if (!['UTF8', 'SQL_ASCII'].includes(encoding)) throw Object.assign(new StoreDown(`the encoding is ${encoding}`), { code: NOT_UTF8 });
}
