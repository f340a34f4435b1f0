import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import { present } from '../../../contract/checked.ts';
import { createSlices } from '../../kernel/slices.ts';
import { isLocked, StoreDown } from '../errors.ts';

/** Milliseconds to wait for another process that is writing, before StoreDown. */
const PATIENCE = 3000;

/**
 * Kysely's driver over one node:sqlite connection. Transactions and single statements take turns. While another process has the write lock, they
 * retry by timer and let reads go on: SQLite's own wait would block the event loop.
 */
export class NodeSqliteDriver implements Driver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #turns = createTurns();
  readonly #slice = createSlices();
  #file: DatabaseSync | undefined;
  #statements: Statements | undefined;

  constructor(open: () => Promise<DatabaseSync>) {
    this.#open = open;
  }

  /** After a failure Kysely calls this again before the next query. */
  async init(): Promise<void> {
    try {
      this.#file = await this.#open();
    } catch (error) {
      throw new StoreDown('the store cannot be opened', { cause: error });
    }
    this.#statements = createStatements(this.#file);
  }

  async acquireConnection(): Promise<Connection> {
    return new Connection(present(this.#statements), this.#turns, this.#slice);
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: Connection): Promise<void> {
    connection.run('commit');
    connection.endTurn();
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    try {
      // After a full disk or an I/O error SQLite has already rolled back. A second rollback would hide the cause.
      if (this.#file?.isTransaction === true) connection.run('rollback');
    } finally {
      connection.endTurn();
    }
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.endTurn();
  }

  async destroy(): Promise<void> {
    this.#statements?.clear();
    this.#file?.close();
  }
}

export type Statement = { sql: string; parameters: readonly unknown[] };

/** Statements without results that a transaction runs in their order, as one query: what Kysely does for a query costs more than a small insert. */
export function inOneCall(statements: readonly Statement[]): Query {
  return { ...CompiledQuery.raw(statements[0]?.sql ?? ''), statements };
}

type Query = CompiledQuery & { statements?: readonly Statement[] };

class Connection implements DatabaseConnection {
  readonly #statements: Statements;
  readonly #turns: Turns;
  readonly #slice: () => Promise<void>;
  #end: (() => void) | undefined;

  constructor(statements: Statements, turns: Turns, slice: () => Promise<void>) {
    this.#statements = statements;
    this.#turns = turns;
    this.#slice = slice;
  }

  /** Takes the write lock at once, so that no later statement has to wait for another process. */
  async begin(): Promise<void> {
    await untilUnlocked(async () => {
      const end = await this.#turns();
      try {
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
    await this.#slice();
    if (statements !== undefined) {
      for (const one of statements) this.run(one.sql, one.parameters);
      return { rows: [] };
    }
    if (this.#end !== undefined) return this.run<Row>(sql, parameters);
    return untilUnlocked(async () => {
      const end = await this.#turns();
      try {
        return this.run<Row>(sql, parameters);
      } finally {
        end();
      }
    });
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    const { statement, reads } = this.#statements.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
  }

  endTurn(): void {
    this.#end?.();
    this.#end = undefined;
  }
}

/** Retries while another process has the lock, without blocking the event loop. @param patience milliseconds after the first failure */
export async function untilUnlocked<T>(attempt: () => Promise<T>, patience = PATIENCE): Promise<T> {
  let until = Infinity;
  for (let pause = 2; ; pause = Math.min(2 * pause, 50)) {
    try {
      return await attempt();
    } catch (error) {
      until = Math.min(until, performance.now() + patience);
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    // Random, so that two waiting processes do not collide again and again.
    await wait(pause * (0.5 + Math.random()));
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

type Prepared = { statement: StatementSync; reads: boolean };
type Statements = { prepare: (sql: string) => Prepared; clear: () => void };

const MAX_STATEMENTS = 300;

function createStatements(file: DatabaseSync): Statements {
  const cache = new Map<string, Prepared>();
  return {
    clear: () => cache.clear(),
    prepare: (sql) => {
      const prepared = cache.get(sql) ?? preparedFrom(file.prepare(sql));
      cache.delete(sql);
      cache.set(sql, prepared);
      if (cache.size > MAX_STATEMENTS) cache.delete(present(cache.keys().next().value));
      return prepared;
    },
  };
}

function preparedFrom(statement: StatementSync): Prepared {
  return { statement, reads: statement.columns().length > 0 };
}
