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
  describe.skipIf(skip)('leases', () => {
    const hanging = (log: number[]) => job((n, { attempt }) => (attempt === 1 ? new Promise<void>(() => {}) : void log.push(n)));

    test('the job of a worker that is gone is taken over, not before its lease has ended', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      const log: number[] = [];
      const declared = hanging(log);
      await enqueue(store.db, declared, { n: 7 }, { now: clock.now() });
      void testWorker(store, [declared], clock).runDue();
      await expect.poll(async () => (await only(store)).status).toBe('running');
      const other = testWorker(store, [declared], clock);
      clock.pass(14_000);
      await other.maintain();
      await other.runDue();
      expect(log).toEqual([]);
      clock.pass(2000);
      await other.maintain();
      await other.runDue();
      expect(log).toEqual([7]);
      expect((await only(store)).status).toBe('done');
    });

    test('a worker that lives keeps its job however long it takes', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      let finish = (): void => {};
      const declared = job(() => new Promise<void>((resolve) => (finish = resolve)));
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      const done = worker.runDue();
      await expect.poll(async () => (await only(store)).status).toBe('running');
      const other = testWorker(store, [declared], clock);
      for (let times = 0; times < 10; times += 1) {
        clock.pass(10_000);
        await worker.maintain();
        await other.maintain();
      }
      finish();
      await done;
      expect(await only(store)).toMatchObject({ status: 'done', attempts: 1 });
    });

    test('a worker whose job was taken over is told, and its result does not count', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      let signal: AbortSignal | undefined;
      let finish = (): void => {};
      const declared = job((_, context) => {
        if (context.attempt > 1) return { held: 'the second run' };
        signal = context.signal;
        return new Promise<void>((resolve) => (finish = resolve));
      });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const first = testWorker(store, [declared], clock);
      const done = first.runDue();
      await expect.poll(() => signal).toBeDefined();
      clock.pass(16_000);
      const second = testWorker(store, [declared], clock);
      await second.maintain();
      await second.runDue();
      await first.maintain();
      expect(signal!.aborted).toBe(true);
      finish();
      await done;
      expect((await only(store)).status).toBe('held');
    });

    test('a claim whose answer was lost is taken over by the same worker, as nobody else may be there', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      const ran: number[] = [];
      let lost = false;
      const worker = testWorker(
        onClaim(store, () => {
          if (!lost) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', lost: (lost = true) });
        }),
        [job((n) => void ran.push(n))],
        clock,
      );
      await enqueue(
        store.db,
        job(() => {}),
        { n: 3 },
        { now: clock.now() },
      );
      await expect(worker.runDue()).rejects.toThrow('ECONNRESET');
      expect((await only(store)).status).toBe('running');
      clock.pass(14_000);
      await worker.maintain();
      expect((await only(store)).status).toBe('running');
      clock.pass(2000);
      await worker.maintain();
      await worker.runDue();
      expect(ran).toEqual([3]);
      expect((await only(store)).status).toBe('done');
    });

    test('a claim that is answered after its lease has ended begins nothing: the job may be another worker’s by then', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      const ran: string[] = [];
      const declaredFor = (name: string) => job(() => void ran.push(name));
      const other = testWorker(store, [declaredFor('other')], clock);
      const late = onClaim(store, async () => {
        clock.pass(16_000);
        await other.maintain();
        await other.runDue();
      });
      await enqueue(store.db, declaredFor('any'), { n: 1 }, { now: clock.now() });
      await testWorker(late, [declaredFor('late')], clock).runDue();
      expect(ran).toEqual(['other']);
    });

    test('a job that never comes to an end is dead once its attempts are used up', async () => {
      const store = await freshStore(dialect);
      const clock = stoppedClock();
      const declared = job(() => new Promise<void>(() => {}), { maxAttempts: 2 });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      for (let times = 0; times < 3; times += 1) {
        const worker = testWorker(store, [declared], clock);
        await worker.maintain();
        void worker.runDue();
        await expect.poll(async () => (await only(store)).attempts).toBe(times + 1);
        clock.pass(16_000);
      }
      await expect.poll(async () => (await only(store)).status).toBe('dead');
    });
  });

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

/** @param answered called when a claim is committed and before the worker is told of it */
function onClaim(store: Store, answered: () => void | Promise<void>): Store {
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'locked_by' in row)) await answered();
      return result;
    },
  });
  return { ...store, db };
}
