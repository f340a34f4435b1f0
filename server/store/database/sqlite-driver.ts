import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { present } from '../../../contract/checked.ts';
import { createSlices } from '../../kernel/slices.ts';
import { isLocked, StoreDown } from '../errors.ts';
import {
  createCheckpoints,
  createDiskSync,
  createWriteTurns,
  type DiskSync,
  type SharedTurns,
  type SqliteFiles,
  type WriteTurns,
} from './sqlite-waits.ts';

/** Milliseconds to wait for another process that is writing, before StoreDown. */
const PATIENCE = 3000;

export type SqliteOptions = {
  /** Called once the connection is open: the files of one whose commits do not wait for the disk. The driver does. */
  files?: () => SqliteFiles | undefined;
  turns?: SharedTurns | undefined;
};

/**
 * Kysely's driver over one node:sqlite connection. Transactions and single statements take turns. While another connection has the write lock, they
 * retry, and let reads go on: SQLite's own wait would block the event loop. What was written is on the disk when a query or transaction resolves.
 */
export class NodeSqliteDriver implements Driver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #options: SqliteOptions;
  readonly #parts: Omit<Parts, 'statements' | 'disk' | 'copyLog'>;
  #file: DatabaseSync | undefined;
  #opened: Parts | undefined;

  constructor(open: () => Promise<DatabaseSync>, options: SqliteOptions = {}) {
    this.#open = open;
    this.#options = options;
    this.#parts = { turns: createTurns(), others: createWriteTurns(options.turns), slice: createSlices() };
  }

  /** After a failure Kysely calls this again before the next query. */
  async init(): Promise<void> {
    try {
      this.#file = await this.#open();
    } catch (error) {
      throw new StoreDown('the store cannot be opened', { cause: error });
    }
    await this.#opened?.disk?.close();
    const { turns } = this.#options;
    const files = this.#options.files?.();
    const disk = files === undefined ? undefined : createDiskSync(this.#file, files);
    // The thread that goes first must not wait for the disk: the other one does it for both.
    const copyLog = disk === undefined || turns?.first === true ? undefined : createCheckpoints(this.#file);
    this.#opened = { ...this.#parts, statements: createStatements(this.#file), disk, copyLog };
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(present(this.#opened));
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.run('commit');
    connection.endTurn();
    await connection.synced();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      // After a full disk or an I/O error SQLite has already rolled back: a second rollback would hide the cause. One that was committed, and is not on the
      // disk, has ended: the file's transaction is another's by now.
      if (connection.isBegun && this.#file?.isTransaction === true) connection.run('rollback');
    } finally {
      connection.endTurn();
    }
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.endTurn();
  }

  async destroy(): Promise<void> {
    this.#opened?.statements.clear();
    await this.#opened?.disk?.close();
    this.#file?.close();
  }
}

export type Statement = { sql: string; parameters: readonly unknown[] };

/** Statements without results that a transaction runs in their order, as one query: what Kysely does for a query costs more than a small insert. */
export function inOneCall(statements: readonly Statement[]): Query {
  return { ...CompiledQuery.raw(statements[0]?.sql ?? ''), statements };
}

type Query = CompiledQuery & { statements?: readonly Statement[] };

type Parts = {
  statements: Statements;
  turns: Turns;
  others: WriteTurns;
  slice: () => Promise<void>;
  disk: DiskSync | undefined;
  copyLog: (() => void) | undefined;
};

class Connection implements DatabaseConnection {
  readonly #parts: Parts;
  #end: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isBegun(): boolean {
    return this.#end !== undefined;
  }

  /** Takes the write lock at once, so that no later statement has to wait for another process. */
  async begin(): Promise<void> {
    const { turns, others, disk } = this.#parts;
    disk?.mayWrite();
    await this.#untilUnlocked(async () => {
      const end = await turns();
      try {
        await others.giveWay();
        this.run('begin immediate');
        this.#end = end;
      } catch (error) {
        end();
        throw error;
      }
    });
  }

  /** Yields between queries: SQLite answers synchronously, so many queries in a row would block the event loop. */
  async executeQuery<Row>({ sql, parameters, statements }: Query): Promise<QueryResult<Row>> {
    const { slice, turns, statements: kept, disk } = this.#parts;
    await slice();
    if (statements !== undefined) {
      for (const one of statements) this.run(one.sql, one.parameters);
      return { rows: [] };
    }
    if (this.#end !== undefined) return this.run<Row>(sql, parameters);
    const { writes, result } = await this.#untilUnlocked(async () => {
      const end = await turns();
      try {
        const prepared = kept.prepare(sql);
        if (prepared.writes) disk?.mayWrite();
        return { writes: prepared.writes, result: runPrepared<Row>(prepared, parameters) };
      } finally {
        end();
      }
    });
    if (!writes) return result;
    this.#tellEnd();
    await this.synced();
    return result;
  }

  #untilUnlocked<T>(attempt: () => Promise<T>): Promise<T> {
    return untilUnlocked(attempt, { pause: (ms) => this.#parts.others.untilOneEnds(ms) });
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    return runPrepared(this.#parts.statements.prepare(sql), parameters);
  }

  endTurn(): void {
    if (this.#end === undefined) return;
    const end = this.#end;
    this.#end = undefined;
    this.#tellEnd();
    end();
  }

  /** Before the others begin: they wait for what is told here. */
  #tellEnd(): void {
    this.#parts.copyLog?.();
    this.#parts.others.tellEnd();
  }

  /** Resolves once what was committed is on the disk. */
  async synced(): Promise<void> {
    await this.#parts.disk?.synced();
  }
}

type Patience = { patience?: number; pause?: (ms: number) => Promise<unknown> };

/** Retries while another connection has the lock, without blocking the event loop. @param patience milliseconds after the first failure */
export async function untilUnlocked<T>(attempt: () => Promise<T>, { patience = PATIENCE, pause = wait }: Patience = {}): Promise<T> {
  let until = Infinity;
  for (let ms = 2; ; ms = Math.min(2 * ms, 50)) {
    try {
      return await attempt();
    } catch (error) {
      until = Math.min(until, performance.now() + patience);
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    // Random, so that two waiting processes do not collide again and again.
    await pause(ms * (0.5 + Math.random()));
  }
}

/** Resolves when it is the caller's turn, with a function that ends the turn. */
type Turns = () => Promise<() => void>;

function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    let end = (): void => {};
    last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  };
}

type Prepared = { statement: StatementSync; reads: boolean; writes: boolean };

function runPrepared<Row>({ statement, reads }: Prepared, parameters: readonly unknown[]): QueryResult<Row> {
  const values = parameters as SQLInputValue[];
  if (reads) return { rows: statement.all(...values) as Row[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

type Statements = { prepare: (sql: string) => Prepared; clear: () => void };

const MAX_STATEMENTS = 300;

function createStatements(file: DatabaseSync): Statements {
  const cache = new Map<string, Prepared>();
  return {
    clear: () => cache.clear(),
    prepare: (sql) => {
      const prepared = cache.get(sql) ?? preparedFrom(file.prepare(sql), sql);
      cache.delete(sql);
      cache.set(sql, prepared);
      if (cache.size > MAX_STATEMENTS) cache.delete(present(cache.keys().next().value));
      return prepared;
    },
  };
}

function preparedFrom(statement: StatementSync, sql: string): Prepared {
  const reads = statement.columns().length > 0;
  return { statement, reads, writes: !reads || /\breturning\b/i.test(sql) };
}
