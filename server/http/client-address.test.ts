import { describe, expect, test } from 'vitest';
import { clientOf, forwardedClient, networksOf, trustedProxies } from './client-address.ts';

describe('whom a connection is of is known by', () => {
  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:567', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['[::1]:80', '0:0:0:0::/56'],
    ['[::1]', '0:0:0:0::/56'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
    ['2001:0DB8:0001:02ff::', '2001:db8:1:200::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/56'],
    [' 1.2.3.4 ', '1.2.3.4'],
  ])('%s: %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  test.each(['', 'unknown', '_hidden', '1.2.3', '1.2.3.4.5', '999.1.1.1', '[::1', '::1]:80', '[%25]', '1.2.3.4:5:6'])(
    '%s: nobody',
    (address) => {
      expect(clientOf(address)).toBeUndefined();
    },
  );
});

describe('the networks around a client', () => {
  test.each([
    ['203.0.113.77', ['203.0.113.77', '203.0.113.0/24']],
    ['::ffff:203.0.113.77', ['203.0.113.77', '203.0.113.0/24']],
    ['2001:db8:1:2ff:3:4:5:6', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']],
    ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
    ['unknown', []],
  ])('of %s', (address, names) => {
    const networks = networksOf(address);
    expect(networks.map(({ name }) => name)).toEqual(names);
    const times = networks.map((network) => network.times);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('every address of a /56 is in one, and the next /56 in another, of the same /48', () => {
    const wide = (address: string) => networksOf(address).map(({ name }) => name);
    for (let n = 0; n < 256; n += 1) expect(wide(`2001:db8:1:4${n.toString(16).padStart(2, '0')}::9`)[1]).toBe('2001:db8:1:400::/56');
    expect(wide('2001:db8:1:500::9').slice(1)).toEqual(['2001:db8:1:500::/56', '2001:db8:1::/48']);
  });
});

describe('trusted proxies', () => {
  test.each([
    [1, '1.2.3.4', 0, true],
    [1, '1.2.3.4', 1, false],
    [undefined, '127.0.0.1', 0, false],
    ['10.0.0.0/8', '10.1.2.3', 3, true],
    ['10.0.0.0/8', '10.1.2.3:4567', 3, true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', 0, true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', 0, true],
    ['10.0.0.0/8', '11.1.2.3', 0, false],
    ['127.0.0.1, fd00::/8', '[fd12::1]:443', 0, true],
    ['127.0.0.1, fd00::/8', 'unknown', 0, false],
  ] as const)('by %s: %s at hop %i is one: %s', (setting, address, hop, trusted) => {
    expect(trustedProxies(setting)(address, hop)).toBe(trusted);
  });
});

test.each([
  [1, '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  [2, 'made up, 192.0.2.1, 198.51.100.7', '192.0.2.1'],
  [3, '192.0.2.1', '192.0.2.1'],
  [1, undefined, '10.0.0.1'],
  ['10.0.0.0/8', '192.0.2.1, 10.0.0.9', '192.0.2.1'],
])('behind proxies, as TRUST_PROXY=%s says: of %s it is %s', (setting, header, client) => {
  const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': header } };
  expect(forwardedClient(request as never, trustedProxies(setting))).toBe(client);
});
