import { expect, test } from 'vitest';
import { addressesIn } from '../../settings/store-addresses.ts';
import { createPostgresHosts } from './postgres.ts';

test.each([
  ['one host is one address, as it stands', 'postgres://me:s@db/leads?sslmode=require', ['postgres://me:s@db/leads?sslmode=require']],
  [
    'several, each with its port',
    'postgres://me:s%2C@a:5432,b:5433/leads',
    ['postgres://me:s%2C@a:5432/leads', 'postgres://me:s%2C@b:5433/leads'],
  ],
  ['IPv6, and what follows', 'postgres://[::1]:1,[::2]:2/x?a=1', ['postgres://[::1]:1/x?a=1', 'postgres://[::2]:2/x?a=1']],
  ['sockets', 'postgres://me@localhost/x?host=%2Fa%2C%2Fb', ['postgres://me@localhost/x?host=%2Fa', 'postgres://me@localhost/x?host=%2Fb']],
  ['a list with its ports', 'postgres://me@x/y?host=a,b&port=1,2', ['postgres://me@x/y?host=a&port=1', 'postgres://me@x/y?host=b&port=2']],
])('%s', (_, url, addresses) => {
  expect(addressesIn(url)).toEqual(addresses);
});

test('hosts take turns, and many that fail at once leave a host once', () => {
  const hosts = createPostgresHosts('postgres://a,b,c/x');
  const seen = [hosts.current()];
  for (let n = 0; n < 3; n += 1) {
    const failed = hosts.current();
    hosts.leave(failed);
    hosts.leave(failed);
    seen.push(hosts.current());
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a'].map((host) => `postgres://${host}/x`));
});
