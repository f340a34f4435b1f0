import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { boundConnections } from './connections.ts';
import { createPace, type Pace } from './pace.ts';

test('a client has 800 requests at once and 400 a second; beyond, each waits for its turn, and five seconds at most', () => {
  let now = 1000;
  const pace = createPace(() => now);
  const ask = (client: string, times: number) => Array.from({ length: times }, () => pace(client));
  expect(new Set(ask('a', 800))).toEqual(new Set([0]));
  expect(ask('a', 4)).toEqual([2.5, 5, 7.5, 10]);
  expect(pace('b')).toBe(0);
  now += 10;
  expect(pace('a')).toBe(2.5);
  expect(ask('a', 4000).at(-1)).toBe(5000);
  now += 60_000;
  expect(new Set(ask('a', 800))).toEqual(new Set([0]));
});

test('behind a proxy a client that is too fast waits, and others do not', async () => {
  const server = createServer((request, response) => response.end(request.headers['x-forwarded-for']));
  const arrived = Promise.withResolvers<void>();
  const pace: Pace = (client) => {
    arrived.resolve();
    return client === 'fast' ? 500 : 0;
  };
  boundConnections(server, { perClient: false, forwarded: ({ headers }) => String(headers['x-forwarded-for']), pace });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const order: string[] = [];
  const ask = async (client: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { 'x-forwarded-for': client } });
    order.push(await answer.text());
  };
  const fast = ask('fast');
  await arrived.promise;
  await Promise.all([fast, ask('other')]);
  server.close();
  expect(order).toEqual(['other', 'fast']);
});
