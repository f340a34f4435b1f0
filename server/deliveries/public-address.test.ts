import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { createPost } from './post-request.ts';
import { isPublicAddress, PrivateAddress, publicLookup, type Resolve } from './public-address.ts';
import { startReceiver } from './receiver.testing.ts';

describe('a public address', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.254',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ['this host', '0.0.0.0', '0.1.2.3', '::'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    ['link-local and cloud metadata', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
    ['carriers’ NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast and reserved', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
    ['documentation and benchmarks', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
    [
      'IPv4 in IPv6',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::1',
      '2002:7f00:1::1',
      '2001:0:7f00:1::1',
    ],
    ['site-local and unassigned', 'fec0::1', '4000::1', '100::1'],
    ['no address', 'localhost', '', '127.1', '0x7f000001', '2130706433'],
  ])('%s is none', (_, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe('what is sent', () => {
  const options = { headers: {}, body: '{}' };

  test('goes to no private address, whatever way it is written', async () => {
    const post = createPost({ privately: false });
    const urls = [
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://0x7f000001/',
      'https://2130706433/',
      'https://127.1/',
      'https://0/',
      'https://169.254.169.254/latest/meta-data/',
      'https://[64:ff9b::7f00:1]/',
      'https://localhost/',
    ];
    for (const url of urls) await expect(post(url, options), url).rejects.toThrow(PrivateAddress);
    await expect(post('http://example.com/', options)).rejects.toThrow('https://');
    post.close();
  });

  test('goes to the address that was looked at: what a name stands for is asked once for a connection, and private ones are left out', async () => {
    const receiver = await startReceiver();
    const answers = [['127.0.0.1'], ['10.0.0.8', '::ffff:127.0.0.1']];
    let asked = 0;
    const resolve: Resolve = (_hostname, _options, callback) => {
      callback(null, addresses(answers[asked]!));
      asked += 1;
    };
    const post = createPost({ privately: false, resolve });
    const url = receiver.url.replace('http://127.0.0.1', 'https://rebinding.example');
    for (const _ of answers) await expect(post(url, options)).rejects.toThrow(PrivateAddress);
    expect([asked, receiver.asked]).toEqual([2, []]);
    post.close();
    await receiver.close();
    const mixed: Resolve = (_hostname, _options, callback) => callback(null, addresses(['127.0.0.1', '93.184.216.34', '::1']));
    const found = await new Promise((done) => {
      publicLookup(isPublicAddress, mixed)('mixed.example', { all: true }, (...given) => done(given));
    });
    expect(found).toEqual([null, addresses(['93.184.216.34'])]);
  });
});

function addresses(list: readonly string[]): LookupAddress[] {
  return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}
