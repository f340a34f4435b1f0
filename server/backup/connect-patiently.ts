import pg from 'pg';
import { addressesIn } from '../settings/postgres-addresses.ts';

export type PostgresPlace = {
  databaseUrl: string;
  /** How connections are encrypted. Default: as the address says. */
  tls?: pg.ClientConfig['ssl'];
  ca?: string | undefined;
  programs?: string | undefined;
};

/** `address` is the server that the client is connected to, when DATABASE_URL names several. */
export type Connected = { client: pg.Client; address: string };

/**
 * Connects without time limits for statements, to the primary when several servers are named.
 * @throws the error of the last server that was tried
 */
export async function connectPatiently({ databaseUrl, tls }: Pick<PostgresPlace, 'databaseUrl' | 'tls'>): Promise<Connected> {
  const addresses = addressesIn(databaseUrl);
  let fault: unknown;
  for (const address of addresses) {
    const options = { connectionTimeoutMillis: 10_000, application_name: 'cognitive-pro-site', ...(tls === undefined ? {} : { ssl: tls }) };
    const client = new pg.Client({ connectionString: address, ...options });
    // A connection that breaks between two queries makes the next query fail.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('set statement_timeout = 0');
      await client.query('set idle_in_transaction_session_timeout = 0');
      if (addresses.length === 1 || !(await isStandby(client))) return { client, address };
      fault = new Error('none of the servers in DATABASE_URL is the primary');
    } catch (error) {
      fault = error;
    }
    await client.end().catch(() => undefined);
  }
  throw fault as Error;
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]?.standby !== false;
}
