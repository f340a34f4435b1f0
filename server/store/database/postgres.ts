import { createHash } from 'node:crypto';
import { PostgresDialect, type Dialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { elementAt } from '../../../contract/checked.ts';
import { addressesIn } from '../../settings/store-addresses.ts';

export type PostgresOptions = {
  url: string;
  tls?: pg.ClientConfig['ssl'] | undefined;
  poolSize?: number | undefined;
  /** Milliseconds that a query waits for a connection. */
  poolWait?: number | undefined;
  statementTimeout?: number;
  /**
   * Whether repeated statements are prepared: for a worker, which has few of them, and whose take longer to plan than to run. Not for the desk, where
   * the best plan of a statement depends on what is looked for.
   */
  repeats?: boolean | undefined;
  log: Log;
};

/** A Kysely dialect that fails fast, reconnects after failures, and finds the primary among several hosts. */
export function postgresDialect(options: PostgresOptions, hosts = createPostgresHosts(options.url)): Dialect {
  return new PostgresDialect({ pool: dropUseless(openPool(options, hosts), { hosts, repeats: options.repeats === true }) });
}

/** Connects to the host that is assumed to be the primary, beside the pool. */
export async function connectAlone({ tls }: Pick<PostgresOptions, 'tls'>, hosts: PostgresHosts): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: hosts.current(),
    ...(tls === undefined ? {} : { ssl: tls }),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    application_name: APPLICATION,
  });
  // Without a listener the loss of the connection would end the process.
  client.on('error', () => undefined);
  await client.connect();
  if (hosts.count > 1) await refuseStandby(client);
  return client;
}

const APPLICATION = 'cognitive-pro-site';

function openPool({ tls, poolSize = 10, poolWait = 3000, statementTimeout = 8000, log }: PostgresOptions, hosts: PostgresHosts): pg.Pool {
  /** Connects to the host that is assumed to be the primary. */
  class Client extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: hosts.current() });
    }
  }
  const pool = new pg.Pool({
    Client,
    ...(tls === undefined ? {} : { ssl: tls }),
    max: poolSize,
    connectionTimeoutMillis: poolWait,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    // A timeout in the client, for a server that no longer answers at all.
    query_timeout: statementTimeout + 2000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: APPLICATION,
    types: { getTypeParser },
    ...(hosts.count > 1 && { onConnect: refuseStandby }),
  });
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a PostgreSQL connection was lost'));
  // An idle checked-out connection that is lost emits an error. Without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** SQLSTATE of a write that a standby refuses. */
const READ_ONLY = '25006';

async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby !== false) throw Object.assign(new Error('a standby'), { code: READ_ONLY });
}

/** Parses int8 as a number: times and counts are int8, and all fit. */
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

/**
 * Closes connections that must not be reused instead of returning them to the pool: those with a query that timed out in the client, where the next
 * query would wait behind it; and those at least as old as one whose server has become a standby.
 */
function dropUseless(pool: pg.Pool, { hosts, repeats }: { hosts: PostgresHosts; repeats: boolean }): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, { client: PostgresPoolClient; since: number }>();
  let failovers = 0;
  const demoted = (): void => void (failovers += 1);
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      for (;;) {
        const client = await connectInTurn(pool, hosts);
        const known = clients.get(client) ?? { client: wrap(client, { repeats, onDemoted: demoted }), since: failovers };
        clients.set(client, known);
        if (known.since === failovers) return known.client;
        client.release(true);
      }
    },
  };
}

/** Tries each host once. @throws the last host's error */
async function connectInTurn(pool: pg.Pool, hosts: PostgresHosts): Promise<pg.PoolClient> {
  for (let left = hosts.count; ; left -= 1) {
    const address = hosts.current();
    try {
      return await pool.connect();
    } catch (error) {
      // The pool's message if all of its connections are in use, which is no fault of the host.
      if (error instanceof Error && error.message === 'timeout exceeded when trying to connect') throw error;
      hosts.leave(address);
      if (left === 1) throw error;
    }
  }
}

/** The beginning of statements that each connection keeps prepared: planning one that writes to six tables takes longer than running it. */
const PREPARED = '/* prepared */ ';

/**
 * SQLSTATE where a pooler in between has given the connection to another client since (PgBouncer by transaction, unless its max_prepared_statements
 * is set), and where a migration has changed what a statement returns. From then on nothing is prepared.
 */
const FORGOTTEN: readonly string[] = ['26000', '42P05', '0A000'];
let prepares = true;
const names = new Map<string, string>();

/** Times that a statement has come when it counts as repeated; most such statements that are prepared, and most that are counted. */
const REPEATED = 20;
const MOST_NAMES = 100;
const MOST_COUNTED = 1000;
const times = new Map<string, number>();

function isRepeated(sql: string): boolean {
  if (names.has(sql)) return true;
  if (names.size >= MOST_NAMES) return false;
  if (times.size >= MOST_COUNTED) times.clear();
  const count = (times.get(sql) ?? 0) + 1;
  times.set(sql, count);
  return count >= REPEATED;
}

function preparedName(sql: string, isCounted: boolean): string | undefined {
  if (!prepares || !(sql.startsWith(PREPARED) || (isCounted && isRepeated(sql)))) return undefined;
  const name = names.get(sql) ?? createHash('sha256').update(sql).digest('hex').slice(0, 32);
  names.set(sql, name);
  return name;
}

function wrap(client: pg.PoolClient, { repeats, onDemoted }: { repeats: boolean; onDemoted: () => void }): PostgresPoolClient {
  let useless = false;
  const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
    // BEGIN and COMMIT are not planned.
    const name = preparedName(sql, repeats && parameters.length > 0);
    try {
      return await client.query({ text: sql, values: [...parameters], ...(name !== undefined && { name }) });
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string };
      if (name !== undefined && FORGOTTEN.includes(code ?? '')) {
        prepares = false;
        // Nothing of it has been run.
        return query(sql, parameters);
      }
      if (code === READ_ONLY) onDemoted();
      useless ||= code === READ_ONLY || message === 'Query read timeout';
      throw error;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || useless),
  };
}

/** The servers in DATABASE_URL, as one address each, and the one that is assumed to be the primary. */
export type PostgresHosts = {
  readonly count: number;
  current(): string;
  /** Moves on to the next server, unless another caller has already left this address. */
  leave(address: string): void;
};

export function createPostgresHosts(url: string): PostgresHosts {
  const addresses = addressesIn(url);
  let at = 0;
  return {
    count: addresses.length,
    current: () => elementAt(addresses, at),
    leave: (address) => {
      if (addresses[at] === address) at = (at + 1) % addresses.length;
    },
  };
}
