import pg from 'pg';
import { addressesIn } from '../settings/store-addresses.ts';

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

/** Parameters of an address that PostgreSQL's own programs accept; others are for our driver. */
const KNOWN = [
  'host',
  'hostaddr',
  'port',
  'dbname',
  'user',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'options',
  'target_session_attrs',
  'connect_timeout',
];

export type ProgramAddress = { address: string; password: string | undefined };

/**
 * An address for PostgreSQL's own programs. The password is returned separately, because all users of the machine can see a program's arguments. `no-verify`,
 * an sslmode that only our driver knows, becomes `require`.
 */
export function programAddress(url: string, { tls, ca }: Pick<PostgresPlace, 'tls' | 'ca'> = {}): ProgramAddress {
  const [, scheme = '', user = '', password, rest = ''] = /^(postgres(?:ql)?:\/\/)(?:([^:@/?]*)(?::([^/?]*))?@)?(.*)$/s.exec(url) ?? [];
  const [place = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => KNOWN.includes(name)));
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require');
  for (const [name, value] of Object.entries(encryption(tls, ca))) parameters.set(name, value);
  // A space must be %20: libpq does not read + as a space.
  const kept = parameters.toString().replaceAll('+', '%20');
  return {
    address: `${scheme}${user === '' ? '' : `${user}@`}${place}${kept === '' ? '' : `?${kept}`}`,
    password: password === undefined ? undefined : decodeURIComponent(password),
  };
}

function encryption(tls: PostgresPlace['tls'], ca: string | undefined): Record<string, string> {
  if (tls === undefined) return {};
  if (tls === false) return { sslmode: 'disable' };
  if (typeof tls === 'object' && tls.rejectUnauthorized === false) return { sslmode: 'require' };
  return { sslmode: 'verify-full', sslrootcert: ca ?? 'system' };
}
