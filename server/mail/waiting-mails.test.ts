import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertJobs, jobRow, SHARE } from '../queue/job-queue.ts';
import { copyJob, job } from '../queue/jobs.testing.ts';
import { laneOf, placesFor } from '../store/shares/pots.ts';
import { describeOnStoresInTurn, freshStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { reserve, type MailLimit } from './mail-limits.ts';
import { LONGEST_WAIT, releaseWaitingMails } from './waiting-mails.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const HOUR = 3_600_000;
const ROUND = 10_000;

/** Somebody of a few sends so many forms, or so many minutes pass. */
type Step = { sends: number; by: number } | { passes: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ sends: fc.integer({ min: 1, max: 12 }), by: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ passes: fc.integer({ min: 1, max: 90 }) }) },
  ),
  { minLength: 1, maxLength: 7 },
);

describeOnStoresInTurn('first mails of any mix of senders', 1, (dialect) => {
  everyEighthRun(test, 6)(
    'never pass the ceiling, the rarest leave first, and none is lost',
    async () => {
      const store = await freshStore();
      const limit = { perHour: fc.integer({ min: 10, max: 40 }), perDay: fc.constant(100_000) };
      await fc.assert(
        fc.asyncProperty(fc.record(limit), fc.integer({ min: 3, max: 20 }), steps, async (ceiling, share, all) => {
          await store.db.deleteFrom('jobs').execute();
          await store.db.deleteFrom('mail_log').execute();
          const line = createLine(store, ceiling, share);
          for (const step of all) {
            if ('passes' in step) line.pass(step.passes * 60_000);
            else for (let n = 0; n < step.sends; n += 1) await line.send(step.by);
            await line.round();
          }
          for (let hours = 0; hours < 23 && (await line.waiting()).length > 0; hours += 1) {
            line.pass(HOUR + 1);
            await line.round();
          }
          expect(await line.waiting()).toEqual([]);
        }),
        { numRuns: dialect === 'sqlite' ? 15 : 3 },
      );
    },
    60_000,
  );
});

test('many mails that wait for room are not read by each round', async () => {
  const store = await freshStore();
  const row = jobRow(
    job(() => undefined),
    { n: 1 },
    { now: 1 },
  );
  await insertJobs(store.db, [{ ...row, waiting_on: SHARE, run_at: LONGEST_WAIT }]);
  await copyJob(store, 20_000);
  const began = process.threadCpuUsage();
  for (let round = 0; round < 50; round += 1) expect(await releaseWaitingMails(store.db, { perHour: 0, perDay: 0 }, 1)).toBe(0);
  const { user, system } = process.threadCpuUsage(began);
  // To read them all takes several seconds.
  expect((user + system) / 1000).toBeLessThan(100);
});

function createLine(store: Store, ceiling: MailLimit, share: number) {
  let now = 1_800_000_000_000;
  let count = 0;
  const used = new Map<number, number>();
  const limits = { mailbox: { perHour: 1000, perDay: 1000 }, first: ceiling };
  const target = job(() => {});

  async function leave(id: string, load: number): Promise<boolean> {
    const before = await inUse();
    const place = await reserve(store, { jobId: id, key: id, kind: 'test', at: now, first: true, load }, limits);
    // A mail of the lane `calm` is refused only when no place at all is left.
    if (laneOf(load) === 'calm') expect(place.ok).toBe(before < ceiling.perHour);
    if (!place.ok) expect(before).toBeGreaterThanOrEqual(placesFor(load, ceiling.perHour));
    expect(await inUse()).toBeLessThanOrEqual(ceiling.perHour);
    return place.ok;
  }

  async function inUse(): Promise<number> {
    const rows = await store.db
      .selectFrom('mail_log')
      .select('job_id')
      .where('at', '>', now - HOUR)
      .execute();
    return rows.length;
  }

  async function waiting() {
    return store.db.selectFrom('jobs').select(['id', 'load', 'run_at']).where('waiting_on', '=', SHARE).execute();
  }

  return {
    waiting,
    pass: (ms: number) => void (now += ms),
    send: async (by: number): Promise<void> => {
      used.set(by, (used.get(by) ?? 0) + 1);
      const load = Math.ceil((100 * used.get(by)!) / share);
      const row = { ...jobRow(target, { n: 1 }, { now, load }), id: `job-${String((count += 1)).padStart(5, '0')}` };
      if (laneOf(load) !== 'slow' && (await leave(row.id, load))) return;
      await insertJobs(store.db, [{ ...row, waiting_on: SHARE, run_at: now + LONGEST_WAIT }]);
    },
    round: async (): Promise<void> => {
      await releaseWaitingMails(store.db, ceiling, now);
      now += ROUND;
      const all = await waiting();
      const due = all.filter((one) => one.run_at <= now).toSorted((a, b) => a.run_at - b.run_at);
      const left = all.filter((one) => one.run_at > now).map((one) => one.load ?? 0);
      const loads = due.map((one) => one.load ?? 0);
      expect(loads).toEqual(loads.toSorted((a, b) => a - b));
      expect(Math.max(0, ...loads)).toBeLessThanOrEqual(Math.min(Infinity, ...left));
      for (const { id, load } of due) {
        const left = await leave(id, load ?? 0);
        if (left) await store.db.deleteFrom('jobs').where('id', '=', id).execute();
        else
          await store.db
            .updateTable('jobs')
            .set({ run_at: now + LONGEST_WAIT })
            .where('id', '=', id)
            .execute();
      }
    },
  };
}
