import * as calls from '../../contract/calls/desk/queue-calls.ts';
import { present } from '../../contract/checked.ts';
import type { HttpContext } from '../http/http-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import { furtherAfter, type DeskRoute } from '../http/desk-route.ts';
import { causeOf } from '../queue/job-causes.ts';
import { retryJob } from '../queue/job-queue.ts';
import { jobsOfCause, retryAll, waitingCauses } from '../queue/waiting-jobs.ts';
import { NOTICE, REHEARSAL } from '../mail/mail-limits.ts';
import { listRefusedStaff } from '../mail/suppression.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Tx } from '../store/store.ts';
import { seenLeads } from './seen-leads.ts';
import { jsonObject } from '../store/json-column.ts';

type QueueContext = Pick<HttpContext, 'store' | 'settings' | 'wake' | 'now'>;

const PAGE = 50;
/** Jobs that one press retries at most; another press does the rest. */
const MAX_JOBS = 20_000;
const DAY = 24 * 3_600_000;

/** Routes for jobs of any kind that are not done, so that everything to be delivered can be seen. */
export function queueRoutes(route: DeskRoute, context: QueueContext): void {
  listRoutes(route, context);
  retryRoutes(route, context);
}

function listRoutes(route: DeskRoute, { store, settings, now }: QueueContext): void {
  route(calls.readQueue, async () => {
    const causes = await waitingCauses(store.aside, now());
    return {
      mailServer: settings.MAIL_URL === undefined ? null : new URL(settings.MAIL_URL).hostname,
      mailsOfDay: await countMails(store.aside, now() - DAY),
      refusedStaff: (await listRefusedStaff(store.db, now())).map(({ address, reason, since, mails }) => ({
        address,
        reason,
        since,
        mails,
      })),
      causes: causes.map(({ mend = null, oneByOne = false, nextAt = null, kinds, ...cause }) => ({
        ...cause,
        mend,
        oneByOne,
        nextAt,
        kinds: [...kinds].map(([name, n]) => ({ name, words: jobWords(name), count: n })).toSorted((a, b) => b.count - a.count),
      })),
    };
  });

  route(calls.listQueue, async ({ roles, record }, filter) => {
    const found = await jobsOfCause(store.aside, filter, { now: now(), limit: PAGE + 1 });
    const jobs = found.slice(0, PAGE);
    const leads = await seenLeads(
      store.db,
      jobs.flatMap((job) => leadOf(job) ?? []),
      roles,
    );
    await record(store.db, { detail: { state: filter.state, cause: filter.key, jobs: jobs.length, ...furtherAfter(filter.after) } });
    return {
      jobs: jobs.map((job) => ({ ...factsOf(job), lead: leads.get(leadOf(job) ?? '') ?? null })),
      next: found.length > PAGE ? present(jobs.at(-1)).id : null,
    };
  });
}

function retryRoutes(route: DeskRoute, { store, wake, now }: QueueContext): void {
  route(calls.retryQueued, async ({ record }, { id }) => {
    const done = await store.begin(async (tx) => {
      const job = await tx.selectFrom('jobs').select('name').where('id', '=', id).executeTakeFirst();
      if (job === undefined || !(await retryJob(tx, id, now()))) return undefined;
      await record(tx, { subject: { kind: 'job', id }, detail: { job: job.name } });
      return {};
    });
    wake();
    return done ?? new HttpRefusal(404, { detail: 'This is done, or under way just now.' });
  });

  route(calls.retryCause, async ({ record }, { state, key }) => {
    const jobs = await jobsOfCause(store.aside, { state, key }, { now: now(), limit: MAX_JOBS });
    if (jobs.some((job) => causeOf(job, now()).oneByOne === true))
      return new HttpRefusal(422, {
        detail: 'Of these, somebody decides for each alone: mail to addresses that refuse it makes others refuse it, too.',
      });
    const count = await store.begin(async (tx) => {
      const again = await retryAll(
        tx,
        jobs.map(({ id }) => id),
        now(),
      );
      await record(tx, { detail: { state, cause: key, jobs: again } });
      return again;
    });
    wake();
    return { count };
  });
}

function factsOf({ id, name, last_error: error, attempts, created_at: createdAt, run_at: runAt, ...job }: JobRow) {
  return { id, words: jobWords(name), error, attempts, createdAt, runAt: job.finished_at ?? runAt };
}

/** Id of the lead that a job is about, whatever kind of job it is. */
function leadOf({ payload }: Pick<JobRow, 'payload'>): string | undefined {
  const { leadId } = jsonObject(payload);
  return typeof leadId === 'string' ? leadId : undefined;
}

/** Counts mails to visitors since a time (ms). The log gets its entry before a mail leaves, so jobs that are not done are left out. */
async function countMails(db: Tx, since: number): Promise<number> {
  const { n } = await db
    .selectFrom('mail_log')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('at', '>', since)
    .where('kind', '!=', NOTICE)
    .where('address_key', '!=', REHEARSAL)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('jobs').select('id').whereRef('jobs.id', '=', 'mail_log.job_id').where('status', '!=', 'done'))),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** Names of jobs at the desk, by what they send or do. Jobs without an entry are shown by their own names. */
const words: Readonly<Record<string, string>> = {
  'leads.verification-mail': 'Link to confirm',
  'leads.fresh-link': 'Fresh link to confirm',
  'leads.answer': 'Answer to a lead',
  'leads.meeting-mail': 'Mail to choose a time',
  'leads.paper-mail': 'Paper',
  'leads.campaign-mail': 'Mail that a campaign promises',
  'leads.staff-notice': 'Notice of a lead to staff',
  'bookings.visitor-mail': 'Mail about a meeting to the visitor',
  'bookings.staff-mail': 'Notice of a meeting to staff',
  'bookings.gathered-mail': 'Notice of many meetings from one place to staff',
  'bookings.flood-mail': 'Notice of meetings that were marked as spam to staff',
  'bookings.reminder': 'Reminder of a meeting',
  'bookings.reminders': 'Look for meetings to remind of',
  'bookings.erased-mail': 'Notice of a meeting whose visitor was erased',
  'bookings.refresh-calendars': 'Reading of the company’s calendars',
  'messages.notice': 'Notice of a message to staff',
  'privacy.newsletter-mail': 'Newsletter confirmation',
  'recruiting.applicant-mail': 'Receipt to an applicant',
  'recruiting.application-mail': 'Answer to an applicant',
  'recruiting.hr-notice': 'Notice of an application to HR',
  'recruiting.infected-notice': 'Notice of an infected CV to HR',
  'recruiting.read-cvs': 'Reading of CVs, to find them by what they say',
  'recruiting.scan': 'Virus scan of a CV',
  'recruiting.remove-unused-uploads': 'Removal of unused uploads',
  'content.remove-pictures': 'Removal of unused pictures',
  'content.try-mail': 'Mail to look at a changed text',
  'mail.ceiling-alarm': 'Alarm: many first mails',
  'alerts.alert': 'Alarm to OPS_MAIL',
  'alerts.weekly-word': 'Weekly summary to OPS_MAIL',
  'privacy.retention': 'Removal of what is old',
  'privacy.seal-consents': 'Seal of consents',
  'desk.sign-in-link': 'Link to sign in to the desk',
  'desk.notices': 'Notices to colleagues',
  'desk.morning': 'Summary of what waits today',
  'desk.morning-mail': 'Summary of what waits today to a colleague',
  'desk.told-action': 'Notice of what a colleague did',
  'desk.invitation': 'Invitation to the desk',
  'desk.new-address': 'Link to a new work address',
  'desk.address-changed': 'Notice to an old work address',
};

export function jobWords(name: string): string {
  return words[name] ?? name;
}
