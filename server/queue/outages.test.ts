import { describe, expect, test } from 'vitest';
import { describeOnStores, freshStore, silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { copyJob, job, stoppedClock } from './jobs.testing.ts';
import { countJobs, insertJobs, jobRow, SHARE } from './job-queue.ts';
import { Unavailable } from './job.ts';
import { createOutages } from './outages.ts';

const { now } = stoppedClock();

async function addWaiting(store: Store, resources: readonly string[]): Promise<void> {
  const declared = job(() => undefined);
  const rows = resources.map((waiting_on, n) => ({ ...jobRow(declared, { n }, { now: now() }), run_at: now() + 60_000, waiting_on }));
  await insertJobs(store.db, rows);
}

describeOnStores('jobs that wait', () => {
  test('run where what they wait for works, and for nothing else', async () => {
    const store = await freshStore();
    const outages = createOutages(store, silent, now);
    await outages.failed(new Unavailable('mail', 'it is down'), 'tries');
    await addWaiting(store, ['files', 'mail', SHARE, 'calendar', 'files']);
    expect(await outages.tryAgain()).toBe(true);
    const left = await store.db.selectFrom('jobs').select('waiting_on').where('waiting_on', 'is not', null).orderBy('waiting_on').execute();
    expect(left.map((row) => row.waiting_on)).toEqual(['mail', SHARE]);
    expect(await countJobs(store.db)).toMatchObject({ ready: 5 });
  });
});

test('what is down is told with the setting that mends it', async () => {
  const told: object[] = [];
  const outages = createOutages(await freshStore(), { ...silent, error: (about: object) => told.push(about) }, now);
  await outages.failed(new Unavailable('mail', 'it is down', { mend: 'MAIL_URL says where it is' }), 'tries');
  expect(told).toEqual([{ resource: 'mail', reason: 'it is down', mend: 'MAIL_URL says where it is' }]);
});

describe('many jobs that wait for mail', () => {
  test('are not read by each round of maintenance', async () => {
    const store = await freshStore();
    const outages = createOutages(store, silent, now);
    await outages.failed(new Unavailable('mail', 'it is down'), 'tries');
    // One of them is to try it in each round.
    await store.db.updateTable('outages').set({ next_try_at: now() }).execute();
    await addWaiting(store, ['mail']);
    await copyJob(store, 20_000);
    const began = process.threadCpuUsage();
    for (let round = 0; round < 300; round += 1) await outages.tryAgain();
    const { user, system } = process.threadCpuUsage(began);
    // To read them all takes about 700 ms.
    expect((user + system) / 1000).toBeLessThan(300);
  });
});
