import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { freshStore, kinds, silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { defineJob, Unavailable, type AnyJob } from './job.ts';
import { job, only, stoppedClock, testWorker } from './jobs.testing.ts';
import { countJobs, enqueue, insertJobs, jobRow, releaseWaiting } from './job-queue.ts';
import { createWorker } from './worker.ts';

const hour = 3_600_000;

describe.each(kinds)('the worker on $dialect', ({ dialect, skip }) => {
  describe.skipIf(skip)('what waits for a resource', () => {
    test('runs as soon as one job finds that it works', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      let up = false;
      const ran: number[] = [];
      const declared = job((n, { recovered }) => {
        if (!up) throw new Unavailable('mail', 'mail cannot leave');
        ran.push(n);
        recovered('mail');
      });
      const other = job(() => Promise.reject(new Error('of its own')), { name: 'test.other' });
      const worker = testWorker(store, [declared, other], clock);
      await insertJobs(store.db, [
        ...[1, 2, 3].map((n) => jobRow(declared, { n }, { now: clock.now() })),
        jobRow(other, { n: 9 }, { now: clock.now() }),
      ]);
      for (let times = 0; times < 8; times += 1) {
        await worker.runDue();
        clock.pass(hour / 10);
      }
      up = true;
      clock.pass(-hour / 10);
      await store.db.updateTable('jobs').set({ run_at: clock.now() }).where('payload', '=', '{"n":2}').execute();
      await worker.runDue();
      expect(ran.sort((a, b) => a - b)).toEqual([1, 2, 3]);
      expect(await countJobs(store.db)).toMatchObject({ done: 3, ready: 1 });
    });

    test('runs as soon as the probe says so', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      let up = false;
      const declared = job(() => {
        if (!up) throw new Unavailable('mail', 'mail cannot leave');
      });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], { ...clock, probes: { mail: async () => up } });
      for (let times = 0; times < 5; times += 1) {
        await worker.runDue();
        clock.pass(2 ** times * 1000);
      }
      const waiting = await only(store);
      expect(waiting).toMatchObject({ status: 'ready', waiting_on: 'mail' });
      clock.pass(waiting.run_at - clock.now() - 1);
      await worker.maintain();
      await worker.runDue();
      expect((await only(store)).status).toBe('ready');
      up = true;
      await worker.maintain();
      await worker.maintain();
      await expect.poll(async () => (await only(store)).waiting_on).toBeNull();
      await worker.runDue();
      expect((await only(store)).status).toBe('done');
    });

    test('can be released by hand, and only that', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      const declared = job((n) => Promise.reject(new Unavailable(n === 1 ? 'mail' : 'files', 'down')));
      await insertJobs(
        store.db,
        [1, 2].map((n) => jobRow(declared, { n }, { now: clock.now() })),
      );
      await testWorker(store, [declared], clock).runDue();
      expect(await releaseWaiting(store.db, 'mail', 5)).toBe(1);
    });
  });

  describe.skipIf(skip)('the process', () => {
    test('works by itself, woken after a commit, and stops when what runs is done', async () => {
      const store = await freshStore(dialect);
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent });
      expect(() => worker.check()).toThrow('has not made its first round yet');
      worker.start();
      for (let n = 0; n < 20; n += 1) {
        await enqueue(store.db, declared, { n });
        worker.wake();
      }
      await expect.poll(() => ran.length, { timeout: 5000 }).toBe(20);
      await worker.stop();
      await enqueue(store.db, declared, { n: 20 });
      worker.wake();
      expect(await countJobs(store.db)).toMatchObject({ done: 20, ready: 1 });
    });

    test('gives back, the attempt uncounted, what is not done by the deadline', async () => {
      const store = await freshStore(dialect);
      let signal: AbortSignal | undefined;
      const declared = job((_, context) => {
        signal = context.signal;
        return new Promise<void>(() => {});
      });
      await enqueue(store.db, declared, { n: 1 });
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent });
      worker.start();
      await expect.poll(() => signal).toBeDefined();
      await worker.stop(10);
      expect(signal!.aborted).toBe(true);
      expect(await only(store)).toMatchObject({ status: 'ready', attempts: 0, locked_by: null });
    });

    test('where it is alone, it takes over at its start whatever was running', async () => {
      const store = await freshStore(dialect);
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      const row = jobRow(declared, { n: 5 });
      await insertJobs(store.db, [{ ...row, status: 'running', attempts: 1, locked_by: 'killed', locked_until: Date.now() + hour }]);
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent, alone: true });
      worker.start();
      await expect.poll(() => ran).toEqual([5]);
      await worker.stop();
    });

    test('lives through a store that fails, and records what was done meanwhile', async () => {
      const store = await freshStore(dialect);
      let failures = 2;
      const flaky: Store = {
        ...store,
        begin: async (fn) => {
          if (failures > 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', left: (failures -= 1) });
          return store.begin(fn);
        },
      };
      let runs = 0;
      const declared = job(() => void (runs += 1));
      await enqueue(store.db, declared, { n: 1 });
      const worker = createWorker({ store: flaky, jobs: [declared], services: {}, log: silent });
      worker.start();
      await expect.poll(async () => (await only(store)).status, { timeout: 10_000 }).toBe('done');
      expect(runs).toBe(1);
      await worker.stop();
    });

    test('while the server is busy, jobs wait, though not for ever', async () => {
      const store = await freshStore(dialect);
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      await enqueue(store.db, declared, { n: 1 });
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent, busy: () => true });
      const began = performance.now();
      worker.start();
      await expect.poll(() => ran, { timeout: 5000 }).toEqual([1]);
      expect(performance.now() - began).toBeGreaterThan(900);
      await worker.stop();
    });
  });

  test.skipIf(skip)('a job that repeats by itself runs once a period, however many workers there are', async () => {
    const store = await freshStore(dialect);
    const clock = stoppedClock();
    let runs = 0;
    const declared = defineJob({ name: 'test.daily', payload: v.object({}), every: 24 * hour, run: async () => void (runs += 1) });
    const workers = [1, 2].map(() => testWorker(store, [declared as AnyJob<unknown>], clock));
    for (let hours = 0; hours < 72; hours += 6) {
      for (const worker of workers) {
        await worker.maintain();
        await worker.runDue();
      }
      clock.pass(6 * hour);
    }
    // From noon: the rest of that day, two whole ones, and the beginning of another.
    expect(runs).toBe(4);
  });
});
