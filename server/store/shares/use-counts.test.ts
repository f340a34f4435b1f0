import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { observations } from '../../kernel/observations.ts';
import { freshStore, testOnPostgres } from '../store.testing.ts';
import { countInMemory, countInPostgres, type CountUses } from './use-counts.ts';

afterEach(() => vi.restoreAllMocks());

test('however many keys there are, only so many are remembered, and those whose time is over go first', async () => {
  let at = 0;
  const use = usesOf(countInMemory(() => at));
  await use('first');
  at += 1;
  for (let n = 0; n < 49_999; n += 1) await use(`c${n}`);
  expect(await use('first')).toBe(2);
  await use('one more');
  expect(await use('c0')).toBe(2);
  expect(await use('first')).toBe(1);
});

testOnPostgres('servers that share PostgreSQL count together by its time, however wrong the clock of one is', async () => {
  const { db } = await freshStore();
  const [one, other] = [usesOf(countInPostgres(db)), usesOf(countInPostgres(db))];
  const real = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => real - 2 * 3_600_000);
  expect([await one('a'), await other('a')]).toEqual([1, 2]);
  vi.spyOn(Date, 'now').mockImplementation(() => real + 2 * 3_600_000);
  expect([await one('a'), await other('b')]).toEqual([3, 1]);
  const [[counted] = []] = await countInPostgres(db)([chain('a')]);
  expect(Math.abs(counted!.wait - 50_000)).toBeLessThanOrEqual(10_000);
  // Simulates that the minute has passed; expired rows are deleted in time.
  const pass = () =>
    db
      .updateTable('rate_limits')
      .set({ expire: real - 1 })
      .execute();
  await pass();
  expect([await one('a'), await other('a')]).toEqual([1, 2]);
  await pass();
  await usesOf(countInPostgres(db))('c');
  await vi.waitFor(async () => expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'c' }]), 20_000);
});

testOnPostgres(
  'whatever is counted of one use, PostgreSQL is asked once, and two that ask at once wait for each other in turn',
  async () => {
    const { db } = await freshStore({ measured: true });
    const count = countInPostgres(db);
    await count([chain('x')]);
    const chains = (n: number) => [
      { amount: 1, counts: [`client ${n % 7}`, `network ${n % 2}`, 'all'].map((key) => ({ key, most: 1000, ms: 60_000 })) },
      { amount: 20, counts: [`bytes ${n % 7}`, 'all bytes'].map((key) => ({ key, most: 100_000, ms: 60_000 })) },
    ];
    let statements = 0;
    onTestFinished(observations.storeCall.listen(() => (statements += 1)));
    await Promise.all(Array.from({ length: 70 }, (_, n) => count(chains(n))));
    // One more statement deletes expired rows.
    expect(statements).toBeLessThanOrEqual(71);
    const [[client, network, all] = [], bytes] = await count(chains(0));
    expect([client!.used, network!.used, all!.used, bytes![1]!.used]).toEqual([11, 36, 71, 71 * 20]);
  },
);

function chain(key: string) {
  return { amount: 1, counts: [{ key, most: 1, ms: 60_000 }] };
}

function usesOf(count: CountUses): (key: string) => Promise<number> {
  return async (key) => (await count([chain(key)]))[0]![0]!.used;
}
