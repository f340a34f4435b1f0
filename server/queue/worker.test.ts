import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createPlaces } from '../kernel/places.ts';
import { describeOnStores, freshStore, silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { defineJob, Unavailable, type AnyJob } from './job.ts';
import { job, only, stoppedClock, testWorker } from './jobs.testing.ts';
import { countJobs, enqueue, insertJobs, jobRow, retryJob } from './job-queue.ts';
import { listOutages } from './outages.ts';
import { createWorker } from './worker.ts';

const hour = 3_600_000;

/** Numbered jobs that need mail, and the numbers of those that tried and that ran. @param up whether mail works, asked at each try */
function mailJobs(up: (n: number) => boolean) {
  const tried: number[] = [];
  const ran: number[] = [];
  const declared = job(async (n, { reach, recovered }) => {
    await reach('mail');
    tried.push(n);
    if (!up(n)) throw new Unavailable('mail', 'mail cannot leave');
    ran.push(n);
    recovered('mail');
  });
  return { declared, tried, ran };
}

describeOnStores('the worker', () => {
  describe('what waits for a resource', () => {
    test('is tried by one job at a time, ever more rarely, and runs when that one succeeds', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      let up = false;
      const { declared, tried, ran } = mailJobs(() => up);
      const other = job(() => Promise.reject(new Error('of its own')), { name: 'test.other' });
      const worker = testWorker(store, [declared, other], { ...clock, concurrency: 1 });
      await insertJobs(store.db, [
        ...[1, 2, 3].map((n) => jobRow(declared, { n }, { now: clock.now() + n })),
        jobRow(other, { n: 9 }, { now: clock.now() }),
      ]);
      const turn = async (ms: number) => {
        clock.pass(ms);
        await worker.maintain();
        await worker.runDue();
      };
      for (let seconds = 0; seconds < 300; seconds += 5) await turn(5000);
      for (let seconds = 300; seconds < 3600; seconds += 30) await turn(30_000);
      // Every ten seconds at first, then after a tenth of the outage's age.
      expect(tried.length).toBeGreaterThan(30);
      expect(tried.length).toBeLessThan(60);
      expect(new Set(tried.slice(0, 4))).toEqual(new Set([1, 2, 3]));
      up = true;
      for (let seconds = 0; seconds < 390; seconds += 30) await turn(30_000);
      expect(ran.sort((a, b) => a - b)).toEqual([1, 2, 3]);
      expect(await countJobs(store.db)).toMatchObject({ done: 3, ready: 1 });
      expect(await listOutages(store.db)).toEqual([]);
    });

    test('is used by none that waits for its turn once another has found it down', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const places = createPlaces(2);
      let tried = 0;
      const declared = job(async (_, { reach }) => {
        await reach('mail');
        await places(
          () => reach('mail'),
          async () => {
            tried += 1;
            await new Promise(setImmediate);
            throw new Unavailable('mail', 'no answer', { perhapsDone: true });
          },
        );
      });
      await insertJobs(
        store.db,
        Array.from({ length: 16 }, (__, n) => jobRow(declared, { n }, { now: clock.now() })),
      );
      await testWorker(store, [declared], { ...clock, concurrency: 16 }).runDue();
      expect(tried).toBe(2);
      // The others are due as soon as it works again.
      const waiting = await store.db
        .selectFrom('jobs')
        .select('id')
        .where('waiting_on', '=', 'mail')
        .where('perhaps_done', '=', 0)
        .execute();
      expect(waiting).toHaveLength(14);
    });

    test('is tried at once where a person asks for it', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      let up = false;
      const { declared, ran } = mailJobs(() => up);
      const id = await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      await worker.runDue();
      up = true;
      await retryJob(store.db, id!, clock.now());
      await worker.runDue();
      expect(ran).toEqual([1]);
    });

    test('what may have been done is done again after hours, and then no more', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      const runs: number[] = [];
      const declared = job(async (_, { reach }) => {
        await reach('mail');
        runs.push(clock.now());
        throw new Unavailable('mail', 'no answer', { perhapsDone: true });
      });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      const worker = testWorker(store, [declared], clock);
      for (let hours = 0; hours < 24; hours += 1) {
        await worker.maintain();
        await worker.runDue();
        clock.pass(hour);
      }
      expect(runs).toHaveLength(2);
      expect(runs[1]! - runs[0]!).toBeGreaterThanOrEqual(4 * hour);
      expect(await only(store)).toMatchObject({ status: 'dead', last_error: expect.stringMatching(/^PerhapsDone: /) });
    });

    test('what was cut short twice where it may have been done is not begun a third time', async () => {
      const store = await freshStore();
      const clock = stoppedClock();
      let begun = 0;
      const declared = job(async (_, { markPerhapsDone }) => {
        await markPerhapsDone();
        begun += 1;
        await new Promise<void>(() => {});
      });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      for (let times = 1; times <= 3; times += 1) {
        const worker = testWorker(store, [declared], clock);
        await worker.maintain();
        void worker.runDue();
        await expect.poll(async () => (await only(store)).status === 'dead' || begun === times).toBe(true);
        clock.pass(16_000);
      }
      expect(begun).toBe(2);
      expect(await only(store)).toMatchObject({ status: 'dead' });
    });
  });

  describe('the process', () => {
    test('works by itself, woken after a commit, and stops when what runs is done', async () => {
      const store = await freshStore();
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent });
      expect(() => worker.check()).toThrow('has not made its first round yet');
      worker.start();
      for (let n = 0; n < 20; n += 1) {
        await enqueue(store.db, declared, { n });
        worker.wake();
      }
      await expect.poll(() => ran.length).toBe(20);
      await worker.stop();
      await enqueue(store.db, declared, { n: 20 });
      worker.wake();
      expect(await countJobs(store.db)).toMatchObject({ done: 20, ready: 1 });
    });

    test('gives back, the attempt uncounted, what is not done by the deadline', async () => {
      const store = await freshStore();
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
      const store = await freshStore();
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
      const store = await freshStore();
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
      await expect.poll(async () => (await only(store)).status).toBe('done');
      expect(runs).toBe(1);
      await worker.stop();
    });

    test('while the server is busy, jobs wait, though not for ever', async () => {
      const store = await freshStore();
      let asked = 0;
      const ran: number[] = [];
      const declared = job((n) => void ran.push(n));
      await enqueue(store.db, declared, { n: 1 });
      const worker = createWorker({ store, jobs: [declared], services: {}, log: silent, busy: () => (asked += 1) > 0 });
      worker.start();
      await expect.poll(() => ran).toEqual([1]);
      expect(asked).toBeGreaterThan(1);
      await worker.stop();
    });
  });

  test('a job that repeats by itself runs once a period, however many workers there are', async () => {
    const store = await freshStore();
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

// On one kind of store: the pauses do not depend on it.
describe('what waits for a resource for long', () => {
  test('does not wait for one that alone finds it down: that keeps pauses of its own', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const { declared, tried } = mailJobs((n) => n !== 1);
    const worker = testWorker(store, [declared], { ...clock, concurrency: 1 });
    for (let n = 1; n <= 200; n += 1) {
      await enqueue(store.db, declared, { n }, { now: clock.now() });
      await worker.maintain();
      await worker.runDue();
      clock.pass(30_000);
    }
    await worker.maintain();
    await worker.runDue();
    expect(await countJobs(store.db)).toMatchObject({ ready: 1, done: 199 });
    expect(tried.filter((n) => n === 1).length).toBeLessThan(16);
  });

  test('is given up after three days, and revived where the resource works again', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    let up = false;
    const { declared, ran } = mailJobs(() => up);
    const worker = testWorker(store, [declared], clock);
    await insertJobs(
      store.db,
      [1, 2, 3].map((n) => jobRow(declared, { n }, { now: clock.now() })),
    );
    const pass = async (hours: number) => {
      for (let halves = 0; halves < 2 * hours; halves += 1) {
        await worker.maintain();
        await worker.runDue();
        clock.pass(hour / 2);
      }
    };
    await pass(71);
    expect(await countJobs(store.db)).toMatchObject({ ready: 3 });
    await pass(4);
    expect(await countJobs(store.db)).toMatchObject({ dead: 3 });
    up = true;
    await enqueue(store.db, declared, { n: 4 }, { now: clock.now() });
    await pass(1);
    expect(ran.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
  });
});
