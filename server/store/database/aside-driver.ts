import { DummyDriver, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';

/** A query as another thread is asked for it. */
export type AsideQuery = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Has a query run elsewhere. @returns its rows; rejects as the store of that thread does */
export type RunAside = (query: AsideQuery) => Promise<unknown[]>;

/** Kysely's driver for reads that another thread runs. */
export class AsideDriver extends DummyDriver {
  readonly #run: RunAside;

  constructor(run: RunAside) {
    super();
    this.#run = run;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new AsideConnection(this.#run);
  }

  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error('reads that another thread runs have no transactions'));
  }
}

class AsideConnection implements DatabaseConnection {
  readonly #run: RunAside;

  constructor(run: RunAside) {
    this.#run = run;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return { rows: (await this.#run({ sql, parameters })) as Row[] };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}
