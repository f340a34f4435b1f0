import { PostgresDialect, type Dialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../../log.ts';

export type PostgresOptions = { url: string; poolSize?: number; statementTimeout?: number; log: Log };

/** A pool that fails fast and survives whatever happens to the server behind it. */
export function openPool({ url, poolSize = 10, statementTimeout = 8000, log }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 3000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    // The client's own clock, for a server that no longer answers at all.
    query_timeout: statementTimeout + 2000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'cognitive-pro-site',
    types: { getTypeParser },
  });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a PostgreSQL connection was lost'));
  // A connection that dies while it is checked out and idle emits an error nobody else listens to.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({ pool: discardTimedOut(pool) });
}

/** Times and counts are int8, and all of ours fit a number. */
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/**
 * A query that ran into the client's timeout is still running on its connection. Such a connection
 * is thrown away rather than returned to the pool, where the next query would wait behind it.
 */
function discardTimedOut(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const wrapped = wrap(client);
      clients.set(client, wrapped);
      return wrapped;
    },
  };
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
  let timedOut = false;
  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      timedOut ||= error instanceof Error && error.message === 'Query read timeout';
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || timedOut),
  };
}
