import { expect, test } from 'vitest';
import { insertJobs, jobRow, listJobs } from '../../queue/job-queue.ts';
import { job, stoppedClock, testWorker } from '../../queue/jobs.testing.ts';
import { describeOnStoresInTurn, freshStore } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { dropSuspended, findSuspended, sendSuspended, suspendedWarning, suspendQueued } from './queued-jobs.ts';

const hour = 3_600_000;

async function setUp() {
  const store = await freshStore();
  const clock = stoppedClock();
  const now = clock.now();
  const runs: string[] = [];
  const jobs = ['test.mail', 'test.scan', 'test.new'].map((name) => job((n) => void runs.push(`${name} ${n}`), { name }));
  const [mail, scan, fresh] = jobs as [(typeof jobs)[0], (typeof jobs)[0], (typeof jobs)[0]];
  await insertJobs(store.db, [
    jobRow(mail, { n: 1 }, { now }),
    // Waits because the mail server was down.
    { ...jobRow(mail, { n: 2 }, { now, runAt: now + hour }), waiting_on: 'mail', attempts: 5 },
    { ...jobRow(mail, { n: 3 }, { now }), status: 'running', locked_by: 'a server', locked_until: now + 15_000, attempts: 1 },
    { ...jobRow(mail, { n: 4 }, { now }), status: 'done', finished_at: now },
    { ...jobRow(mail, { n: 5 }, { now }), status: 'held', last_error: 'refused' },
    jobRow(scan, { n: 6 }, { now }),
  ]);
  await lead(store, ['untold', 'told', 'claimed']);
  const notice = { kind: 'staff', due_at: now, mail_job: null, claimed_at: null, told_at: null };
  await store.db
    .insertInto('notices')
    .values([
      { ...notice, lead_id: 'untold' },
      { ...notice, lead_id: 'told', mail_job: 'x', claimed_at: now, told_at: now },
      { ...notice, lead_id: 'claimed', mail_job: 'y', claimed_at: now },
    ])
    .execute();
  await store.begin(suspendQueued);
  // An interrupted restore does this again.
  await store.begin(suspendQueued);
  const worker = testWorker(store, jobs, { now: clock.now });
  const notices = () =>
    store.db.selectFrom('notices').select(['lead_id', 'mail_job', 'claimed_at', 'told_at']).orderBy('lead_id').execute();
  return { store, clock, now, runs, worker, fresh, notices };
}

async function lead(store: Store, ids: readonly string[]): Promise<void> {
  const about = { kind: 'contact', product: 'www', caller: 'x', form: 'generic', form_version: 1, email: 'a@example.com', email_key: 'a' };
  const more = { status: 'unverified', suspected_spam: 0, spam_reason: null, answers: '{}', attribution: '{}', created_at: 1 } as const;
  const last = { verified_at: null, owner_answer: null, about: null };
  await store.db
    .insertInto('leads')
    .values(ids.map((id) => ({ id, ...about, ...more, ...last })))
    .execute();
}

describeOnStoresInTurn('what was queued in a backup', 0, () => {
  test('waits, however often the worker looks, while new jobs run', async () => {
    const { store, worker, runs, clock, fresh, now } = await setUp();
    await insertJobs(store.db, [jobRow(fresh, { n: 7 }, { now })]);
    for (let n = 0; n < 3; n += 1) {
      await worker.maintain();
      await worker.runDue();
      clock.pass(30 * hour);
    }
    expect(runs).toEqual(['test.new 7']);
    const { jobs } = await findSuspended(store.db);
    expect(jobs).toEqual([
      { name: 'test.mail', count: 3, oldest: now },
      { name: 'test.scan', count: 1, oldest: now },
    ]);
    expect(await suspendedWarning(store.db)).toMatch(/^4 jobs are held.*--send.*--drop/);
  });

  test('is sent when a person says so, once, and what was held before stays so', async () => {
    const { store, worker, runs, now, notices } = await setUp();
    expect(await sendSuspended(store, now)).toBe(4);
    await worker.runDue();
    expect(runs.toSorted()).toEqual(['test.mail 1', 'test.mail 2', 'test.mail 3', 'test.scan 6']);
    expect(await sendSuspended(store, now)).toBe(0);
    expect(await suspendedWarning(store.db)).toBeUndefined();
    expect((await listJobs(store.db, { status: 'held' })).map(({ last_error: reason }) => reason)).toEqual(['refused']);
    expect(await notices()).toEqual([
      { lead_id: 'claimed', mail_job: 'y', claimed_at: null, told_at: null },
      { lead_id: 'told', mail_job: 'x', claimed_at: now, told_at: now },
      { lead_id: 'untold', mail_job: null, claimed_at: null, told_at: null },
    ]);
  });

  test('is never sent when a person says so, but for what sends nothing', async () => {
    const { store, worker, runs, now, notices, clock } = await setUp();
    expect(await dropSuspended(store, ['test.scan'], now)).toBe(3);
    clock.pass(30 * hour);
    await worker.runDue();
    expect(runs).toEqual(['test.scan 6']);
    expect((await notices()).map(({ told_at: at }) => at)).toEqual([now, now, now]);
    expect((await findSuspended(store.db)).jobs).toEqual([]);
  });
});
