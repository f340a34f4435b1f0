import { callerFor, linkEnd, type Caller } from '../../contract/callers.ts';
import * as v from 'valibot';
import type { EventKind } from '../../contract/desk/event-names.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type Job, type JobContext, type JobOutcome } from '../queue/job.ts';
import { jobRow, SHARE } from '../queue/job-queue.ts';
import { LONGEST_WAIT, shareReason } from '../mail/waiting-mails.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { addEvent, addEventsAlive, findLead, findLeadOfJob, type LeadKind } from './lead-repository.ts';
import { laneOf, type Load } from '../store/shares/pots.ts';
import { NEWSLETTER } from '../../contract/forms/form.ts';
import type { Attachment } from '../mail/message.ts';
import type { Tx } from '../store/store.ts';
import type { Mail, MailTexts } from '../mail/mail.ts';
import { sendNotice, type LeadMail, type LeadNotice, type StaffSetting } from './lead-notice.ts';
import { selectConsents } from './consents/consent-records.ts';
import { unsubscribeLink } from './consents/mail-links.ts';

type LeadFacts = Pick<LeadRow, 'kind' | 'caller'> & {
  /** Purposes that the sender consented to with the lead, as far as known so far. */
  purposes?: readonly string[];
};

type Promised = ReturnType<typeof linkEnd>['promise'];

type LeadMoment = 'received' | 'confirmed';

/** Which leads a job concerns. Default: all. `promise`, `asks`: what the caller promises and asks for. `purpose`: what their sender consented to. */
type LeadJobCondition = {
  after: LeadMoment;
  kinds?: readonly LeadKind[];
  promise?: Promised;
  asks?: Caller['asks'];
  purpose?: string;
  if?: (settings: Settings) => boolean;
};

/**
 * What a job does when the lead's sender has used up their share: `waits` for room among first mails, or `gathers` with other notices until the next full
 * hour. Undefined: it runs at once.
 */
type BeyondShare = 'waits' | 'gathers';

type LeadJobRun = (leadId: string, context: JobContext<JobServices>) => Promise<JobOutcome>;

/** A job about one lead. Without `when` it is enqueued by another job. */
export type LeadJob = Job<{ leadId: string }, { leadId: string }, JobServices> & {
  when: LeadJobCondition | undefined;
  beyondShare: BeyondShare | undefined;
  /** The mail that the job sends to the lead's sender, if it sends one. */
  mail?: Mail<never>;
};

export function defineLeadJob(declared: {
  name: string;
  when: LeadJobCondition | undefined;
  beyondShare?: BeyondShare;
  /** Entry of the history when the job is given up. Default: 'mail given up'. */
  gaveUp?: EventKind;
  run: LeadJobRun;
}): LeadJob {
  const { name, when, beyondShare, gaveUp = 'mail given up', run } = declared;
  return {
    when,
    beyondShare,
    ...defineJob({
      name,
      payload: v.object({ leadId: v.string() }),
      run: ({ leadId }, context: JobContext<JobServices>) => run(leadId, context),
      gaveUp: async ({ leadId }, { services, now }: JobContext<JobServices>, reason) => {
        const { db } = services.store;
        if ((await findLead(db, leadId)) !== undefined) await addEvent(db, leadId, { at: now(), kind: gaveUp, detail: { reason } });
      },
    }),
  };
}

export function leadJobRows(
  { leadJobs, settings }: { leadJobs: readonly LeadJob[]; settings: Settings },
  moment: LeadMoment,
  { lead, now, load = null }: { lead: LeadFacts & { id: string }; now: number; load?: Load },
): JobRow[] {
  const slow = laneOf(load) === 'slow';
  return leadJobs
    .filter(({ when }) => when?.after === moment && concerns(when, lead, settings))
    .map((job) => {
      const row = jobRow(job, { leadId: lead.id }, { now, load });
      if (!slow || job.beyondShare === undefined) return row;
      if (job.beyondShare === 'gathers') return { ...row, run_at: Math.ceil((now + LEAST_GATHERED) / HOUR) * HOUR };
      return { ...row, run_at: now + LONGEST_WAIT, waiting_on: SHARE, last_error: shareReason };
    });
}

function concerns({ kinds, promise, asks, purpose, if: holds }: LeadJobCondition, lead: LeadFacts, settings: Settings): boolean {
  return (
    (kinds === undefined || kinds.some((kind) => kind === lead.kind)) &&
    (promise === undefined || linkEnd(lead.caller).promise === promise) &&
    (asks === undefined || callerFor(lead.caller).asks === asks) &&
    (purpose === undefined || (lead.purposes ?? []).includes(purpose)) &&
    (holds === undefined || holds(settings))
  );
}

const HOUR = 3_600_000;
/** Minimum milliseconds that a gathered notice waits for others of its kind. */
const LEAST_GATHERED = 10 * 60_000;

type Declared = {
  /** Name of the job. It is stored with every job, so it is never changed. */
  name: string;
  /** When the job is enqueued; undefined where another job enqueues it. */
  when: LeadJobCondition | undefined;
};

type SenderMail<Props, Texts extends MailTexts> = Omit<LeadMail<Props, Texts>, 'limit'> & {
  to: 'sender';
  limit: 'first' | 'promised';
  /** The setting whose first address is the Reply-To. */
  replyTo: StaffSetting;
  /** Minimum milliseconds between two mails of this kind to one mailbox. */
  gap?: number;
  /** Adds the unsubscribe link to a first mail if its sender also asked for the newsletter. */
  newsletter?: true;
  /** The history entry to write instead of sending a mail that is no longer needed. Of one that a person released, those in `STOOD_IN` are ignored. */
  needless?: (db: Tx, lead: LeadRow, now: number) => Promise<EventKind | undefined>;
  /** Props of the mail, or why it has to wait for a person. */
  read: (lead: LeadRow, services: JobServices, now: number) => Promise<SenderMailContent<Props> | { held: string }>;
};

type SenderMailContent<Props> = { props: Props; attachments?: readonly Attachment[]; detail?: object };

/** Declares a mail about a lead together with the job that sends it. A new mail needs its file and a line in lead-jobs.ts. */
export function defineLeadMail<Props, Texts extends MailTexts = MailTexts>(
  declared: Declared & (SenderMail<Props, Texts> | LeadNotice<Props>),
): LeadJob {
  const { name, when } = declared;
  if (declared.to === 'sender') {
    const run: LeadJobRun = (leadId, context) => sendToSender(declared, leadId, context);
    const job = defineLeadJob({ name, when, ...(declared.limit === 'first' && { beyondShare: 'waits' }), run });
    return { ...job, mail: declared as SenderMail<never, MailTexts> };
  }
  return defineLeadJob({ name, when, beyondShare: 'gathers', run: (leadId, context) => sendNotice(declared, leadId, context) });
}

async function sendToSender<Props, Texts extends MailTexts>(
  declared: SenderMail<Props, Texts>,
  leadId: string,
  context: JobContext<JobServices>,
): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const lead = await findLeadOfJob(store.db, leadId);
  if (lead === undefined) return undefined;
  const needless = await declared.needless?.(store.db, lead, context.now());
  if (needless !== undefined && !(context.released === true && STOOD_IN.includes(needless))) {
    await addEvent(store.db, leadId, { at: context.now(), kind: needless });
    return undefined;
  }
  const content = await declared.read(lead, context.services, context.now());
  if ('held' in content) return content;
  const { props, attachments, detail } = content;
  const { gap, replyTo } = declared;
  const envelope = {
    to: lead.email,
    replyTo: settings[replyTo][0],
    ...(attachments && { attachments }),
    ...(gap !== undefined && { gap }),
    ...((await isListed(declared, store.db, leadId)) && { unsubscribe: await unsubscribeLink(store.db, leadId, settings) }),
  };
  const outcome = await mailer.send(declared, props, envelope, context);
  if (outcome === undefined)
    context.writeAtEnd(addEventsAlive, { leadId, at: context.now(), kind: declared.event, ...(detail && { detail }) });
  return outcome;
}

/** Entries of mails that another one to the mailbox stood in for. Whoever releases such a mail wants this one; what its recipient answered stands. */
const STOOD_IN: readonly EventKind[] = [
  'served by the confirmation of another application',
  'served by the newsletter mail of another request',
];

/** Whether the mail needs an unsubscribe link: every promised mail does, and a first mail whose sender asked for the newsletter. */
async function isListed(
  { limit, newsletter }: Pick<SenderMail<never, MailTexts>, 'limit' | 'newsletter'>,
  db: Tx,
  leadId: string,
): Promise<boolean> {
  if (limit === 'promised' || newsletter === undefined) return limit === 'promised';
  const asked = selectConsents(db).select('id').where('lead_id', '=', leadId).where('purpose', '=', NEWSLETTER);
  return (await asked.limit(1).executeTakeFirst()) !== undefined;
}
