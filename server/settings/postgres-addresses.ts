import { present } from '../../contract/checked.ts';
/** Splits `postgres://user@a:5432,b:5433/leads` or `postgres:///leads?host=a,b&port=5432,5433` into one address for each host, as libpq does. */
export function addressesIn(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is.exec(url) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => before + host + after);
  const named = URL.canParse(url) ? new URL(url).searchParams.get('host')?.split(',') : undefined;
  if (named === undefined || named.length === 1) return [url];
  return named.map((host, index) => {
    const address = new URL(url);
    const ports = address.searchParams.get('port')?.split(',');
    address.searchParams.set('host', host);
    if (ports !== undefined) address.searchParams.set('port', ports[index] ?? present(ports.at(-1)));
    return address.href;
  });
}
