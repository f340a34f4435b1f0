import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';

/** DATA_DIR/store.sqlite, opened so that a commit that returned is on the disk. */
export async function openSqliteFile(dataDir: string): Promise<DatabaseSync> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // The timeout blocks the event loop, so it is short; a longer wait is the caller's 503.
  const database = new DatabaseSync(join(dataDir, 'store.sqlite'), { timeout: 1000 });
  await setJournal(database);
  database.exec('pragma synchronous = full; pragma foreign_keys = on;');
  return database;
}

/** Kysely over one node:sqlite connection; a transaction takes the write lock when it begins. */
export function nodeSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: withStatementCache(file) });
    this.#file = file;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk or an I/O error has already rolled back; a second rollback would hide the cause.
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** node:sqlite in the shape that Kysely knows, the most recent statements kept prepared. */
function withStatementCache(file: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close: () => {
      cache.clear();
      file.close();
    },
    prepare: (sql) => {
      const statement = cache.get(sql) ?? adapt(file, sql, file.prepare(sql));
      cache.delete(sql);
      cache.set(sql, statement);
      if (cache.size > maxStatements) cache.delete(cache.keys().next().value!);
      return statement;
    },
  };
}

const maxStatements = 300;

function adapt(file: DatabaseSync, sql: string, statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    // A statement of its own: an iteration must not be reset by the next use of the cached one.
    iterate: (parameters) => file.prepare(sql).iterate(...(parameters as SQLInputValue[])),
  };
}

/** Changing the journal needs the file alone, and several processes may start at once. */
async function setJournal(database: DatabaseSync): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
