import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshStore, kinds } from '../store/store.testing.ts';
import { createRateLimits, inMemory, inPostgres } from './rate-limits.ts';

afterEach(() => vi.restoreAllMocks());

test('an hour’s requests are counted beside a minute’s, and what a minute refuses takes nothing from the hour', async () => {
  let at = 0;
  const limits = createRateLimits(true, (name, windows) => inMemory(name, windows, () => at));
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

test('a client is its network, whatever address of it asks, and others are not held up', async () => {
  const app = route(createRateLimits(true)({ name: 'x', points: 1, seconds: 60 }));
  expect(await statuses(app, 1, '2001:db8::1')).toEqual([200]);
  expect(await statuses(app, 1, '2001:db8::ffff:2')).toEqual([429]);
  expect(await statuses(app, 1, '2001:db8:0:1::1')).toEqual([200]);
});

describe.each(kinds)('a home line of IPv6 and a network of servers, counted on $dialect', ({ dialect, skip }) => {
  test.skipIf(skip)('are few clients, not 256 and 65 536, and what one is refused takes nothing from its neighbours', async () => {
    const { db } = await freshStore(dialect);
    const limits = createRateLimits(true, dialect === 'postgres' ? inPostgres(db) : inMemory);
    const app = route(limits({ name: 'x', points: 10, seconds: 60, hour: 1000 }));
    const passed = async (from: string[]) => {
      let count = 0;
      for (const address of from) if ((await ask(app, address)).statusCode === 200) count += 1;
      return count;
    };
    // One address asks on and on; its line and its neighbours have what is theirs.
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

test('however many clients there are, only so many are remembered, and those whose time is over go first', async () => {
  let at = 0;
  const count = inMemory('x', [{ points: 1, seconds: 60 }], () => at);
  const wait = (name: string) => count([{ name, times: 1 }]);
  await wait('first');
  at += 1;
  for (let n = 0; n < 49_999; n += 1) await wait(`c${n}`);
  expect(await wait('first')).toBeGreaterThan(0);
  await wait('one more');
  expect(await wait('c0')).toBeGreaterThan(0);
  expect(await wait('first')).toBe(0);
});

test.skipIf(kinds[1]!.skip)('servers that share PostgreSQL count together by its time, however wrong the clock of one is', async () => {
  const { db } = await freshStore('postgres');
  const server = (name: string) => {
    const count = inPostgres(db)(name, [{ points: 2, seconds: 60 }]);
    return (client: string) => count([{ name: client, times: 1 }]);
  };
  const [one, other] = [server('x'), server('x')];
  const real = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => real - 2 * 3_600_000);
  expect([await one('a'), await other('a')]).toEqual([0, 0]);
  vi.spyOn(Date, 'now').mockImplementation(() => real + 2 * 3_600_000);
  const waits = [await one('a'), await other('a')];
  for (const wait of waits) expect(Math.abs(wait - 50_000)).toBeLessThanOrEqual(10_000);
  expect(await other('b')).toBe(0);
  // As if the minute had passed; what is over is forgotten in time.
  await db
    .updateTable('rate_limits')
    .set({ expire: real - 1 })
    .execute();
  expect([await one('a'), await other('a'), (await one('a')) > 0]).toEqual([0, 0, true]);
  await db
    .updateTable('rate_limits')
    .set({ expire: real - 1 })
    .execute();
  await server('y')('c');
  await vi.waitFor(async () => expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'y:c' }]), 20_000);
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
