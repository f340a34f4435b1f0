import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { describeOnStores, freshStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { enqueue } from './job-queue.ts';
import { job, only, stoppedClock, testWorker } from './jobs.testing.ts';

describeOnStores('leases', () => {
  describe('of jobs', () => {
    const hanging = (log: number[]) => job((n, { attempt }) => (attempt === 1 ? new Promise<void>(() => {}) : void log.push(n)));

    test('the job of a worker that is gone is taken over, not before its lease has ended', async () => {
      const store = await freshStore();
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
      const store = await freshStore();
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
      const store = await freshStore();
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
      const store = await freshStore();
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
      const store = await freshStore();
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
      const store = await freshStore();
      const clock = stoppedClock();
      const declared = job(() => new Promise<void>(() => {}), { maxAttempts: 2 });
      await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
      for (let times = 0; times < 3; times += 1) {
        clock.pass(16_000);
        const worker = testWorker(store, [declared], clock);
        await worker.maintain();
        void worker.runDue();
        await expect.poll(async () => (await only(store)).attempts).toBe(times + 1);
      }
      await expect.poll(async () => (await only(store)).status).toBe('dead');
    });
  });
});

/** @param answered called when a claim is committed and before the worker is told of it */
function onClaim(store: Store, answered: () => void | Promise<void>): Store {
  const seeing = (onRows: () => void | Promise<void>): KyselyPlugin => ({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'locked_by' in row)) await onRows();
      return result;
    },
  });
  return {
    ...store,
    db: store.db.withPlugin(seeing(answered)),
    // The embedded store's claims are answered when their transaction is committed.
    begin: async (write) => {
      let hasClaimed = false;
      const result = await store.begin((tx) => write(tx.withPlugin(seeing(() => void (hasClaimed = true)))));
      if (hasClaimed) await answered();
      return result;
    },
  };
}
