import { describe, expect, test } from 'vitest';
import { describeOnStores, freshStore } from '../store/store.testing.ts';
import { PermanentFailure } from './job.ts';
import { job, only, stoppedClock, testWorker } from './jobs.testing.ts';
import { countJobs, enqueue, insertJobs, jobRow, listJobs, purgeDone, retryJob } from './job-queue.ts';

const hour = 3_600_000;

describeOnStores('jobs', () => {
  describe('enqueueing', () => {
    test('is part of the transaction it is done in', async () => {
      const store = await freshStore();
      const rolledBack = store.begin(async (tx) => {
        await enqueue(
          tx,
          job(() => {}),
          { n: 1 },
        );
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      expect(await listJobs(store.db)).toEqual([]);
    });

    test('a unique key is taken once, one by one and in a batch, also after the job is done', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job(() => {});
      expect(await enqueue(store.db, declared, { n: 1 }, { uniqueKey: 'k', now: clock.now() })).toBeTypeOf('string');
      await testWorker(store, [declared], clock).runDue();
      expect(await enqueue(store.db, declared, { n: 2 }, { uniqueKey: 'k' })).toBeUndefined();
      await insertJobs(store.db, [jobRow(declared, { n: 3 }, { uniqueKey: 'k' }), jobRow(declared, { n: 4 })]);
      expect((await listJobs(store.db)).map((row) => row.payload).sort()).toEqual(['{"n":1}', '{"n":4}']);
    });

    test('a payload that its own job would refuse is a fault of the caller', async () => {
      const store = await freshStore();
      await expect(
        enqueue(
          store.db,
          job(() => {}),
          { n: 'one' } as never,
        ),
      ).rejects.toThrow('Expected number');
    });
  });

  describe('running', () => {
    test('each job runs once, with its payload, though several workers take from the same table', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      await insertJobs(
        store.db,
        Array.from({ length: 60 }, (_, n) => jobRow(declared, { n }, { now: clock.now() })),
      );
      await Promise.all([1, 2, 3].map(() => testWorker(store, [declared], clock).runDue()));
      expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
      expect(await countJobs(store.db)).toEqual({ ready: 0, running: 0, done: 60, dead: 0, held: 0 });
    });

    test('not before its time', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job(() => {});
      await enqueue(store.db, declared, { n: 1 }, { runAt: clock.now() + 1000, now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      await worker.runDue();
      expect((await only(store)).status).toBe('ready');
      clock.pass(1000);
      await worker.runDue();
      expect((await only(store)).status).toBe('done');
    });

    test('a permanent failure is dead at once, kept, and can be run again', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      let fail = true;
      const declared = job(() => (fail ? Promise.reject(new PermanentFailure('never')) : undefined));
      const id = await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      await worker.runDue();
      expect(await only(store)).toMatchObject({ status: 'dead', attempts: 1 });
      fail = false;
      expect(await retryJob(store.db, id!, clock.now())).toBe(true);
      expect(await retryJob(store.db, 'nothing', clock.now())).toBe(false);
      await worker.runDue();
      expect(await only(store)).toMatchObject({ status: 'done', last_error: null });
    });

    test('held until somebody releases it', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job(() => ({ held: 'too many for ann@example.com' }));
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      await worker.runDue();
      clock.pass(1000 * hour);
      await worker.runDue();
      expect(await only(store)).toMatchObject({ status: 'held', attempts: 1, last_error: 'too many for [address]' });
    });

    test('a deferral costs no attempt', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job((_, { now }) => ({ retryAt: now() + hour, reason: 'not yet' }), { maxAttempts: 1 });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      for (let times = 0; times < 3; times += 1) {
        await worker.runDue();
        expect(await only(store)).toMatchObject({ status: 'ready', attempts: 0, run_at: clock.now() + hour });
        clock.pass(hour);
      }
    });

    test('a name or a payload that this version does not know is kept for days, then dead; others go on', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job(() => {});
      const at = { now: clock.now() };
      const rows = [
        { ...jobRow(declared, { n: 1 }, at), name: 'of.tomorrow' },
        { ...jobRow(declared, { n: 1 }, at), payload: '{"n":"ann@example.com"}' },
        { ...jobRow(declared, { n: 1 }, at), payload: 'no json' },
        jobRow(declared, { n: 2 }, at),
      ];
      await insertJobs(store.db, rows);
      const worker = testWorker(store, [declared], clock);
      await worker.runDue();
      expect(await countJobs(store.db)).toMatchObject({ ready: 3, done: 1 });
      clock.pass(73 * hour);
      await worker.runDue();
      const dead = await listJobs(store.db, { status: 'dead' });
      expect(dead.map((row) => row.last_error ?? '').sort()).toEqual([
        'its payload does not fit: n',
        'its payload is not JSON',
        'no job is called of.tomorrow',
      ]);
    });

    test('a job that an older build stored under another name runs', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const ran: number[] = [];
      const declared = { ...job((n) => void ran.push(n)), formerNames: ['test.of-yesterday'] };
      await insertJobs(store.db, [{ ...jobRow(declared, { n: 1 }, { now: clock.now() }), name: 'test.of-yesterday' }]);
      await testWorker(store, [declared], clock).runDue();
      expect(ran).toEqual([1]);
      expect((await only(store)).status).toBe('done');
    });
  });

  test('done jobs are purged by age; what failed stays', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const declared = job((n) => (n === 1 ? undefined : Promise.reject(new PermanentFailure('never'))));
    await insertJobs(
      store.db,
      [1, 2].map((n) => jobRow(declared, { n }, { now: clock.now() })),
    );
    await testWorker(store, [declared], clock).runDue();
    expect(await purgeDone(store.db, clock.now())).toBe(0);
    expect(await purgeDone(store.db, clock.now() + 1)).toBe(1);
    expect((await only(store)).status).toBe('dead');
  });
});

test('a failure is tried again, later and later, and given up after three days', async () => {
  const store = await freshStore();
  const clock = stoppedClock();
  const declared = job(() => Promise.reject(new Error('no luck with jane@example.com')));
  await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
  const worker = testWorker(store, [declared], clock);
  const began = clock.now();
  const pauses: number[] = [];
  for (;;) {
    await worker.runDue();
    const row = await only(store);
    if (row.status !== 'ready') break;
    pauses.push(row.run_at - clock.now());
    clock.pass(row.run_at - clock.now());
  }
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(pauses.at(-1)).toBe(hour);
  expect(clock.now() - began).toBeGreaterThanOrEqual(72 * hour);
  expect(clock.now() - began).toBeLessThan(74 * hour);
  expect(await only(store)).toMatchObject({ status: 'dead', last_error: 'Error: no luck with [address]' });
});
