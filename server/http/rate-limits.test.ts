import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { countInMemory, countInPostgres } from '../store/shares/use-counts.ts';
import { describeOnStores, freshStore } from '../store/store.testing.ts';
import { createRateLimits } from './rate-limits.ts';

test('an hour’s requests are counted beside a minute’s, and what a minute refuses takes nothing from the hour', async () => {
  let at = 0;
  const limits = createRateLimits(
    true,
    () => countInMemory(() => at),
    () => at,
  );
  const app = route(limits({ name: 'x', points: 3, seconds: 60, hour: 5, day: 100 }));
  expect(await statuses(app, 10)).toEqual([200, 200, 200, ...new Array<number>(7).fill(429)]);
  at += 60_000;
  expect(await statuses(app, 3)).toEqual([200, 200, 429]);
  at += 60_000;
  const refused = await ask(app);
  expect(Number(refused.headers['retry-after'])).toBe(3480);
  at += 3_480_000;
  expect(await statuses(app, 1)).toEqual([200]);
});

test('a flood of refused requests asks the counter once, and a client that waited is counted again', async () => {
  let at = 0;
  let counted = 0;
  const count = countInMemory(() => at);
  const limits = createRateLimits(
    true,
    () => (uses) => {
      counted += 1;
      return count(uses);
    },
    () => at,
  );
  const app = route(limits({ name: 'x', points: 2, seconds: 60 }));
  expect(await statuses(app, 50)).toEqual([200, 200, ...new Array<number>(48).fill(429)]);
  expect(counted).toBe(3);
  at += 59_500;
  expect((await ask(app)).headers['retry-after']).toBe('1');
  at += 500;
  expect(await statuses(app, 1)).toEqual([200]);
});

test('a network that is refused is asked for once, however many of its addresses ask: none of them is counted', async () => {
  const keys = new Set<string>();
  const count = countInMemory();
  const limits = createRateLimits(true, () => (uses) => {
    for (const { counts } of uses) for (const { key } of counts) keys.add(key);
    return count(uses);
  });
  const app = route(limits({ name: 'x', points: 1, seconds: 60, day: 10 }));
  const found = [];
  for (const n of all((digits) => digits)) found.push((await ask(app, `2001:db8:1:${n}${n}::1`)).statusCode);
  expect(found).toEqual(found.map((_, n) => (n < 4 ? 200 : 429)));
  // For the five counted requests: each a /64 and a /56 in two windows, and one /48.
  expect(keys.size).toBeLessThanOrEqual(22);
  expect(await statuses(app, 1, '2001:db8:2::1')).toEqual([200]);
});

test('a thousand at once are too many without the store, but for as many as a client may send', async () => {
  let asked = 0;
  const answers: (() => void)[] = [];
  const limits = createRateLimits(true, () => async () => {
    asked += 1;
    await new Promise<void>((resolve) => answers.push(resolve));
    return [[{ used: 1, wait: 1000 }]];
  });
  const app = route(limits({ name: 'x', points: 3, seconds: 60 }));
  await app.ready();
  const first = Array.from({ length: 3 }, () => ask(app));
  await expect.poll(() => asked).toBe(3);
  expect(await statuses(app, 1000)).toEqual(new Array<number>(1000).fill(429));
  const other = ask(app, '198.51.100.1');
  await expect.poll(() => answers.length).toBe(4);
  for (const answer of answers) answer();
  expect((await Promise.all([...first, other])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(asked).toBe(4);
  void ask(app);
  await expect.poll(() => asked).toBe(5);
  answers[4]!();
});

test('a client is its network, whatever address of it asks, and others are not held up', async () => {
  const app = route(createRateLimits(true)({ name: 'x', points: 1, seconds: 60 }));
  expect(await statuses(app, 1, '2001:db8::1')).toEqual([200]);
  expect(await statuses(app, 1, '2001:db8::ffff:2')).toEqual([429]);
  expect(await statuses(app, 1, '2001:db8:0:1::1')).toEqual([200]);
});

describeOnStores('a home line of IPv6 and a network of servers, counted', (dialect) => {
  test('are few clients, not 256 and 65 536, and what one is refused takes nothing from its neighbours', async () => {
    const { db } = await freshStore();
    const limits = createRateLimits(true, dialect === 'postgres' ? () => countInPostgres(db) : undefined);
    const app = route(limits({ name: 'x', points: 10, seconds: 60, hour: 1000 }));
    const passed = async (from: string[]) => {
      let count = 0;
      for (const address of from) if ((await ask(app, address)).statusCode === 200) count += 1;
      return count;
    };
    // One address exceeds its limit; its /56 and its neighbours keep theirs.
    expect(await passed(new Array<string>(100).fill('2001:db8:1:4ff::1'))).toBe(10);
    expect(await passed(all((n) => `2001:db8:1:4${n}::1`))).toBe(10);
    expect(await passed(all((n) => `2001:db8:1:${n}00::1`))).toBe(20);
    expect(await passed(all((n) => `198.51.100.${Number.parseInt(n, 16)}`).flatMap((address) => [address, address]))).toBe(80);
    expect(await passed(['2001:db8:2::1', '192.0.2.1'])).toBe(2);
  });
});

test('a limiter that fails lets everybody through', async () => {
  const app = route(createRateLimits(true, () => async () => Promise.reject(new Error('down')))({ name: 'x', points: 1, seconds: 60 }));
  expect(await statuses(app, 2)).toEqual([200, 200]);
});

test('calls with one name share their limit', async () => {
  const limits = createRateLimits(true);
  const [one, other, third] = ['x', 'x', 'y'].map((name) => route(limits({ name, points: 2, seconds: 60 })));
  expect(await statuses(one!, 1)).toEqual([200]);
  expect(await statuses(other!, 2)).toEqual([200, 429]);
  expect(await statuses(third!, 1)).toEqual([200]);
});

function route(onRequest: ReturnType<ReturnType<typeof createRateLimits>>): FastifyInstance {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get('/', { onRequest }, () => 'ok');
  return app;
}

function ask(app: FastifyInstance, remoteAddress = '192.0.2.1') {
  return app.inject({ url: '/', remoteAddress });
}

/** 256 addresses, one for each two hexadecimal digits. */
function all(address: (digits: string) => string): string[] {
  return Array.from({ length: 256 }, (_, n) => address(n.toString(16).padStart(2, '0')));
}

async function statuses(app: FastifyInstance, times: number, address?: string): Promise<number[]> {
  const found = [];
  for (let n = 0; n < times; n += 1) found.push((await ask(app, address)).statusCode);
  return found;
}
