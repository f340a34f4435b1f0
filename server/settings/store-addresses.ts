import { present } from '../../contract/checked.ts';

export type S3Address = {
  /** https://host[:port]/bucket[/prefix], without a trailing slash. */
  base: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * Parses `s3://KEY:SECRET@host/bucket/prefix?region=eu-south-1`, or `s3+http:` for a server without TLS. A `/` or `+` in the secret is written as %2F
 * or %2B.
 * @returns an Error with the reason if it cannot be used
 */
export function parseS3Address(text: string): S3Address | Error {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['s3:', 's3+http:'].includes(url.protocol))
    return new Error('an address that begins with s3:// or s3+http:// is needed');
  if (url.username === '' || url.password === '') return new Error('an access key and its secret, KEY:SECRET@, are needed');
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  if (!/^[a-z0-9.-]{3,63}(\/[A-Za-z0-9._-]+)*$/.test(path))
    return new Error('a bucket, and at most a plain prefix, is needed after the host');
  return {
    base: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}/${path}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

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
