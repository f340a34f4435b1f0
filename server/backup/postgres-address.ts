import type { PostgresPlace } from './connect-patiently.ts';

/** Parameters of an address that PostgreSQL's own programs know as well; the others are our driver's. */
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
 * An address as PostgreSQL's own programs take it. Everybody may see the arguments of a program: the password goes another way.
 * A sslmode that only our driver knows is encrypted all the same.
 */
export function programAddress(url: string, { tls, ca }: Pick<PostgresPlace, 'tls' | 'ca'> = {}): ProgramAddress {
  const [, scheme = '', user = '', password, rest = ''] = /^(postgres(?:ql)?:\/\/)(?:([^:@/?]*)(?::([^/?]*))?@)?(.*)$/s.exec(url) ?? [];
  const [place = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => KNOWN.includes(name)));
  if (parameters.get('sslmode') === 'no-verify') parameters.set('sslmode', 'require');
  for (const [name, value] of Object.entries(encryption(tls, ca))) parameters.set(name, value);
  // A space as %20: libpq takes a + for itself.
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
