import { jobs } from '../compose/job-list.ts';
import { jobWords } from './queue-routes.ts';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import * as calls from '../../contract/calls/desk/queue-calls.ts';
import { defineJob } from '../queue/job.ts';
import { jobRow } from '../queue/job-queue.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { NOTICE, REHEARSAL } from '../mail/mail-limits.ts';
import { noteRefusedStaff, suppress } from '../mail/suppression.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk } from '../testing/desk.testing.ts';

async function setUp() {
  const store = await freshStore();
  const set = await testDesk(store);
  const { now } = set.clock;
  const put = async (name: string, payload: object, row: Partial<JobRow>) => {
    const job = defineJob({ name, payload: v.looseObject({}), run: async () => undefined });
    const made = { ...jobRow(job, payload as Record<string, never>, { now: now - HOUR }), ...row };
    await store.db.insertInto('jobs').values(made).execute();
    return made.id;
  };
  const statuses = async (ids: readonly string[]) => {
    const rows = await store.db.selectFrom('jobs').select(['id', 'status', 'waiting_on']).execute();
    return ids.map((id) => rows.find((row) => row.id === id)).map((row) => [row?.status, row?.waiting_on]);
  };
  const actions = () => store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
  return { ...set, store, now, put, statuses, actions };
}

const HOUR = 3_600_000;

const ofLink = 'leads.verification-mail';

describe('what waits', () => {
  testOnStores('is told by cause and by kind, and what a mail server held up goes again by one press', async () => {
    const { signedIn, store, now, put, statuses, actions } = await setUp();
    const [lead, application] = (await addLeads(store, [{}, { kind: 'application', form: 'career' }])) as [string, string];
    const down = { last_error: 'Unavailable: connect ECONNREFUSED', waiting_on: 'mail', attempts: 7, run_at: now + 60_000 };
    const waiting = [
      await put(ofLink, { leadId: lead }, down),
      await put('recruiting.hr-notice', { leadId: application }, { ...down, last_error: 'Unavailable: timeout' }),
    ];
    await put(
      ofLink,
      {},
      { last_error: 'as many first mails as FIRST_MAILS_PER_HOUR allows (500) have left: it leaves', run_at: now + HOUR },
    );
    await put('some.delivery', {}, { status: 'dead', last_error: 'HttpError: 500', finished_at: now });
    await put('some.delivery', {}, { status: 'dead', last_error: 'HttpError: 502', finished_at: now });
    await put(ofLink, {}, { run_at: now - HOUR });
    await put(ofLink, {}, { status: 'done', finished_at: now });
    const [admin, hr] = [await signedIn('admin'), await signedIn('hr')];
    // The log gets its entry before a mail leaves: mails that wait are not counted as sent.
    for (const job of [waiting[0]!, 'done and gone'])
      await store.db
        .insertInto('mail_log')
        .values({ job_id: job, address_key: 'k', kind: 'verification', at: now, first_mail: 1 })
        .execute();
    // A notice to staff and a rehearsal are in the log, too, and are not mails to visitors.
    for (const [job, kind, key] of [
      ['told staff', NOTICE, 'notice:application'],
      ['rehearsed', 'verification', REHEARSAL],
    ] as const)
      await store.db.insertInto('mail_log').values({ job_id: job, address_key: key, kind, at: now, first_mail: 0 }).execute();
    const nextTry = now + 90_000;
    await store.db
      .insertInto('outages')
      .values({ resource: 'mail', since: now, failures: 1, next_try_at: nextTry, reason: 'no' })
      .execute();
    for (let n = 0; n < 2; n += 1) await noteRefusedStaff(store.db, { to: 'Left <left@example.com>', said: '550 5.1.1' }, now - n);
    const { causes, mailServer, mailsOfDay, refusedStaff } = await answer(admin, calls.readQueue, {});
    expect(refusedStaff).toEqual([{ address: 'left@example.com', reason: '550 5.1.1', since: now, mails: 2 }]);
    expect([mailServer, mailsOfDay]).toEqual([null, 1]);
    expect(causes.map(({ state, key, count }) => `${state}: ${key}: ${count}`)).toEqual(
      expect.arrayContaining([
        'dead: failed HttpError: 2',
        'held: ceiling FIRST_MAILS_PER_HOUR: 1',
        'late: down mail: 2',
        'late: overdue: 1',
      ]),
    );
    expect(causes).toHaveLength(4);
    const mail = causes.find(({ key }) => key === 'down mail')!;
    expect(mail).toMatchObject({ mend: expect.stringContaining('MAIL_URL'), nextAt: nextTry, since: now - HOUR });
    expect(new Set(mail.kinds.map(({ words }) => words))).toEqual(new Set(['Link to confirm', 'Notice of an application to HR']));
    // Staff who may not see a lead see that there is a mail, but not to whom.
    const seen = await answer(hr, calls.listQueue, { state: 'late', key: 'down mail' });
    expect(new Set(seen.jobs.map((job) => job.lead?.id))).toEqual(new Set([application, undefined]));
    expect((await hr.call(calls.retryCause, { state: 'late', key: 'down mail' })).statusCode).toBe(403);
    expect(await answer(admin, calls.retryCause, { state: 'late', key: 'down mail' })).toEqual({ count: 2 });
    expect(await statuses(waiting)).toEqual([
      ['ready', 'released'],
      ['ready', 'released'],
    ]);
    const { detail } = (await actions()).at(-1)!;
    expect(JSON.parse(detail)).toEqual({ state: 'late', cause: 'down mail', jobs: 2 });
  });

  test('is sent again one by one where an address refused it, and page by page where there is much', async () => {
    const { signedIn, put, statuses } = await setUp();
    const refused = await put(
      ofLink,
      {},
      { status: 'held', last_error: 'nothing is sent to this address: a mail to it came back for good' },
    );
    const ids: string[] = [];
    for (let n = 0; n < 52; n += 1) ids.push(await put('some.delivery', {}, { status: 'dead', last_error: 'HttpError: 500' }));
    const admin = await signedIn('admin');
    const all = await admin.call(calls.retryCause, { state: 'held', key: 'suppressed' });
    expect([all.statusCode, (await statuses([refused]))[0]![0]]).toEqual([422, 'held']);
    await answer(admin, calls.retryQueued, { id: refused });
    expect(await statuses([refused])).toEqual([['ready', 'released']]);
    expect((await admin.call(calls.retryQueued, { id: 'none' })).statusCode).toBe(404);
    const first = await answer(admin, calls.listQueue, { state: 'dead', key: 'failed HttpError' });
    const second = await answer(admin, calls.listQueue, { state: 'dead', key: 'failed HttpError', after: first.next! });
    expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
  });

  testOnStores('shows bounces and suppressions with their leads, and lifts one on record', async () => {
    const { signedIn, store, now, actions } = await setUp();
    const [lead] = (await addLeads(store, [{ at: now - HOUR, answers: { email: 'zoe+x@quill.example' } }])) as [string];
    await suppress(store.db, 'zoe+x@quill.example', 'a mail to it came back for good', now);
    await store.begin((tx) => addEvent(tx, lead, { at: now, kind: 'mail came back for good', detail: { status: '5.1.1' } }));
    await suppress(store.db, 'nobody@nowhere.example', 'its mail server knows no such mailbox', now - HOUR);
    const [sales, admin] = [await signedIn('sales'), await signedIn('admin')];
    expect((await answer(sales, calls.listBounces, {})).bounces).toMatchObject([
      { kind: 'mail came back for good', status: '5.1.1', lead: { id: lead, section: 'lead', name: 'Ada Lovelace' } },
    ]);
    const told = await answer(sales, calls.listSuppressions, {});
    expect(told.suppressions).toMatchObject([
      { address: 'zoe+x@quill.example', lead: { id: lead } },
      { address: 'n…@nowhere.example', lead: null },
    ]);
    // Staff who may see no lead see no addresses; they find and lift a suppression by an address that they enter.
    const masked = await answer(admin, calls.listSuppressions, {});
    expect(JSON.stringify(masked)).not.toContain('zoe');
    const { suppressions } = await answer(admin, calls.listSuppressions, { address: 'Zoe+x@quill.example' });
    expect(suppressions).toHaveLength(1);
    expect((await sales.call(calls.liftSuppression, { id: suppressions[0]!.id })).statusCode).toBe(403);
    await answer(admin, calls.liftSuppression, { id: suppressions[0]!.id });
    expect((await admin.call(calls.liftSuppression, { id: suppressions[0]!.id })).statusCode).toBe(404);
    expect((await answer(admin, calls.listSuppressions, {})).suppressions).toHaveLength(1);
    const events = await store.db.selectFrom('lead_events').selectAll().where('lead_id', '=', lead).orderBy('id').execute();
    expect(events.at(-1)).toMatchObject({ kind: 'mail may go there again', actor: admin.accountId });
    const recorded = await actions();
    expect(recorded.find(({ action }) => action === 'suppression lifted')).toMatchObject({ subject: 'lead', subject_id: lead });
    expect(recorded.map(({ detail }) => detail).join()).not.toContain('zoe');
  });
});

test('each job has words for the desk', () => {
  expect(jobs.map(({ name }) => name).filter((name) => jobWords(name) === name)).toEqual([]);
});
