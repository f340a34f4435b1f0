import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { announceWork } from '../announcements.ts';
import { openStore } from '../store.ts';
import { placeFor, silent, testOnPostgres } from '../store.testing.ts';

const patient = { timeout: 60_000, interval: 20 };

async function twoServers() {
  const place = await placeFor({ dialect: 'postgres', filled: true });
  const open = async () => {
    const store = await openStore({ ...place, log: silent });
    onTestFinished(() => store.close());
    await store.migrate();
    return store;
  };
  const [one, other] = [await open(), await open()];
  let calls = 0;
  const stop = one.listen(() => (calls += 1));
  onTestFinished(stop);
  // It listens: it looks once for what was enqueued before.
  await expect.poll(() => calls, patient).toBe(1);
  return { one, other, calls: () => calls };
}

testOnPostgres('a server hears of what another has committed, and of nothing else', async () => {
  const { one, other, calls } = await twoServers();
  await other
    .begin(async (tx) => {
      announceWork(tx);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  announceWork(one.db);
  await other.begin(async (tx) => {
    announceWork(tx);
    announceWork(tx);
  });
  await expect.poll(calls, patient).toBe(2);
});

testOnPostgres('a connection that was lost is made again, and what came meanwhile is looked for', async () => {
  const { other, calls } = await twoServers();
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(other.db);
  expect(rows).toHaveLength(1);
  await expect.poll(calls, patient).toBe(2);
  announceWork(other.db);
  await expect.poll(calls, patient).toBe(3);
});
