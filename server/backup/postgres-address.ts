import type { PostgresPlace } from './connect-patiently.ts';

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
