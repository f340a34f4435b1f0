import type { Insertable } from 'kysely';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { reserve } from '../mail/mail-limits.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { describeOnStores, freshStore, silent, testOnPostgres } from '../store/store.testing.ts';
import { defineJob, type AnyJob } from './job.ts';
import { job, only, stoppedClock, testWorker } from './jobs.testing.ts';
import { enqueue, insertJobs, jobRow, listJobs } from './job-queue.ts';
import { listOutages } from './outages.ts';
import { createWorker } from './worker.ts';

const day = 24 * 3_600_000;

const lead: Insertable<LeadRow> = {
  id: 'ada',
  kind: 'contact',
  product: 'www',
  caller: 'home_bad',
  form: 'bookademo',
  form_version: 1,
  email: 'ada@x.io',
  email_key: 'ada@x.io',
  status: 'unverified',
  suspected_spam: 0,
  answers: '{}',
  attribution: '{}',
  created_at: 1,
};

afterEach(() => vi.restoreAllMocks());

describeOnStores('a clock that was two hours ahead', () => {
  const ahead = day / 12;

  test('puts no job off by those hours that was made or failed meanwhile, and each keeps its pause', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const began = clock.now();
    const ran: number[] = [];
    const fails = job(() => Promise.reject(new Error('not now')), { name: 'test.fails' });
    const declared = job((n) => void ran.push(n));
    const waits = job((n, { now }) => (now() > began + ahead ? { retryAt: now() + 60_000, reason: 'gap' } : void ran.push(n)), {
      name: 'test.waits',
    });
    const worker = testWorker(store, [declared, fails, waits], clock);
    await enqueue(store.db, fails, { n: 0 }, { now: began, id: 'fails' });
    await enqueue(store.db, declared, { n: 1 }, { now: began, runAt: began + day / 2, id: 'by right' });
    await worker.maintain();
    clock.pass(ahead + 1000);
    await worker.maintain();
    await enqueue(store.db, waits, { n: 2 }, { now: clock.now(), id: 'made' });
    await worker.runDue();
    clock.pass(-ahead);
    await worker.maintain();
    const due = Object.fromEntries((await listJobs(store.db)).map((row) => [row.id, row.run_at - clock.now()]));
    expect(due).toEqual({ fails: 1000, made: 60_000, 'by right': day / 2 - 1000 });
    clock.pass(60_000);
    // What is mended is not mended again by the hour.
    await worker.runDue();
    expect(ran).toEqual([2]);
  });

  test('has what is down tried at once', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const worker = testWorker(store, [], clock);
    clock.pass(ahead / 2);
    await worker.maintain();
    const outage = { resource: 'mail', failures: 9, reason: 'down' };
    await store.db
      .insertInto('outages')
      .values({ ...outage, since: clock.now() - ahead, next_try_at: clock.now() + 60_000 })
      .execute();
    clock.pass(-ahead / 2);
    await worker.maintain();
    expect(await listOutages(store.db)).toMatchObject([{ next_try_at: clock.now() }]);
  });
});

describeOnStores('a clock that was 30 days ahead for a moment', () => {
  test('delays no job that failed or was enqueued meanwhile', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    let fail = true;
    const ran: number[] = [];
    const declared = job((n) => (fail ? Promise.reject(new Error('not now')) : void ran.push(n)));
    const worker = testWorker(store, [declared], clock);
    await enqueue(store.db, declared, { n: 1 }, { now: clock.now() });
    await worker.maintain();
    clock.pass(30 * day);
    await worker.runDue();
    await enqueue(store.db, declared, { n: 2 }, { now: clock.now() });
    await worker.maintain();
    clock.pass(-30 * day);
    fail = false;
    await worker.maintain();
    await worker.runDue();
    expect(ran.toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  test('is mended by the next process as well, and what waits by right goes on waiting', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const ran: number[] = [];
    const declared = job((n) => void ran.push(n));
    await enqueue(store.db, declared, { n: 1 }, { now: clock.now(), runAt: clock.now() + 30 * day });
    await enqueue(store.db, declared, { n: 2 }, { now: clock.now(), runAt: clock.now() + day });
    const worker = testWorker(store, [declared], clock);
    await worker.maintain();
    await worker.runDue();
    expect(ran).toEqual([1]);
  });

  test('leaves no lease that lasts for days', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const ran: number[] = [];
    const declared = job((n) => void ran.push(n));
    const lost = { ...jobRow(declared, { n: 1 }, { now: clock.now() }), status: 'running' as const, attempts: 1, locked_by: 'killed' };
    await insertJobs(store.db, [{ ...lost, locked_until: clock.now() + 30 * day }]);
    const worker = testWorker(store, [declared], clock);
    await worker.maintain();
    await worker.runDue();
    // A worker that lives has time to renew it.
    expect(ran).toEqual([]);
    clock.pass(16_000);
    await worker.maintain();
    await worker.runDue();
    expect(ran).toEqual([1]);
  });

  test('costs no run of what repeats, then or 30 days later', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    let runs = 0;
    const declared = defineJob({ name: 'test.daily', payload: v.object({}), every: day, run: async () => void (runs += 1) });
    const worker = testWorker(store, [declared as AnyJob<unknown>], clock);
    const turn = async () => {
      await worker.maintain();
      await worker.runDue();
      return runs;
    };
    expect(await turn()).toBe(1);
    clock.pass(30 * day);
    expect(await turn()).toBe(2);
    clock.pass(-30 * day);
    expect(await turn()).toBe(2);
    clock.pass(30 * day);
    expect(await turn()).toBe(3);
  });

  test('shuts no mailbox and no client out, and lengthens no link', async () => {
    const store = await freshStore();
    const clock = stoppedClock();
    const limits = { mailbox: { perHour: 1, perDay: 5 } };
    const now = clock.now();
    await reserve(store, { jobId: 'ahead', key: 'ada@x.io', kind: 'test', at: now + 30 * day, first: false }, limits);
    const before = await reserve(store, { jobId: 'next', key: 'ada@x.io', kind: 'test', at: now, first: false }, limits);
    expect(before).toMatchObject({ ok: false, opensAt: now + day / 24 });
    await store.db
      .insertInto('rate_limits')
      .values({ key: 'form:1.2.3.4', points: 9, expire: now + 30 * day })
      .execute();
    await store.db.insertInto('leads').values(lead).execute();
    const ahead = { created_at: now + 30 * day, expires_at: now + 33 * day };
    await store.db
      .insertInto('verifications')
      .values({ token_hash: 'x', lead_id: 'ada', used_at: null, superseded_at: null, ...ahead })
      .execute();
    await testWorker(store, [], clock).maintain();
    const link = await store.db.selectFrom('verifications').select(['created_at', 'expires_at']).executeTakeFirstOrThrow();
    expect({ ...link }).toEqual({ created_at: now, expires_at: now + 3 * day });
    const after = await reserve(store, { jobId: 'next', key: 'ada@x.io', kind: 'test', at: now + day / 24, first: false }, limits);
    expect(after).toEqual({ ok: true });
    expect(await store.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });

  testOnPostgres('is no clock at all where servers share a database: theirs is the database’s', async () => {
    const store = await freshStore();
    const real = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => real + 30 * day);
    const declared = job(() => Promise.reject(new Error('not now')));
    const worker = createWorker({ store, jobs: [declared], services: {}, log: silent });
    // Due for a minute already: the worker knows the database's clock only as exactly as its answer was quick.
    await enqueue(store.db, declared, { n: 1 }, { now: real - 60_000 });
    await worker.maintain();
    await worker.runDue();
    const { run_at, attempts } = await only(store);
    expect(attempts).toBe(1);
    expect(Math.abs(run_at - real)).toBeLessThan(60_000);
  });
});
