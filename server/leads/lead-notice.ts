import type { EventKind } from '../../contract/desk/event-names.ts';
import type { JobServices } from '../mail/job-services.ts';
import { PartlyDone, type JobContext, type JobOutcome } from '../queue/job.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { addEvent, findLead } from './lead-repository.ts';
import type { Store, Tx } from '../store/store.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { digestMail, type DigestEntry } from './digest.mail.tsx';
import { NOTICE, countMail } from '../mail/mail-limits.ts';
import type { Mail, MailTexts } from '../mail/mail.ts';
import { StaffRefused } from '../mail/mailer.ts';

/** A mail about a lead. Its `kind`, by which limits and digests count it, is stored, so it is never changed. */
export type LeadMail<Props, Texts extends MailTexts = MailTexts> = Mail<Props, Texts> & {
  /** Entry of the lead's history once the mail was sent. */
  event: EventKind;
};

export type StaffSetting = 'STAFF_MAIL' | 'HR_MAIL';

/** A notice to staff; a reply goes to the lead's sender. When more than a few are due within minutes, they are sent as one mail. */
export type LeadNotice<Props> = Omit<LeadMail<Props>, 'limit'> & {
  to: StaffSetting;
  /** Undefined when the notice is no longer needed. */
  read: (lead: LeadRow, services: JobServices) => Promise<Props | undefined>;
  digest: {
    /** Subject of a mail with several, such as '12 verified leads'. */
    title: (count: number) => string;
    entry: (props: Props) => NoticeEntry;
  };
};

export type NoticeEntry = Omit<DigestEntry, 'email'>;

const minute = 60_000;
/** Milliseconds within which at most SINGLE_NOTICES mails of one kind are sent; leads that come later are listed together in the next one. */
const WITHIN = 2 * minute;
/** Leads that one mail lists at most. */
const LISTED = 200;
/** Milliseconds after which a job that claimed a lead without finishing its mail counts as lost. */
const STALE = 15 * minute;

/** Mails a lead to staff, alone or with all other waiting leads of its kind. Each lead is mailed at least once, and its history records it. */
export async function sendNotice<Props>(notice: LeadNotice<Props>, leadId: string, context: JobContext<JobServices>): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const { digest } = notice;
  const read = async (id: string): Promise<{ props: Props; email: string } | undefined> => {
    const lead = await findLead(store.db, id);
    const props = lead && (await notice.read(lead, context.services));
    return lead && props && { props, email: lead.email };
  };
  if ((await read(leadId)) === undefined) return undefined;
  const turn = await takeTurn(store, {
    kind: notice.kind,
    leadId,
    jobId: context.id,
    now: context.now(),
    few: settings.SINGLE_NOTICES,
    released: context.released === true,
    partly: context.served.length > 0,
  });
  if (turn.state === 'mailed') return undefined;
  if (turn.state === 'waits')
    return { retryAt: turn.until, reason: 'more than a few notices are due: it goes with the others in one mail' };
  const leads: { props: Props; email: string }[] = [];
  for (const id of turn.leadIds) {
    const found = await read(id);
    if (found !== undefined) leads.push(found);
  }
  const to = settings[notice.to];
  const note = (kind: EventKind) => noteOnce(store, turn.leadIds, { kind, at: context.now() });
  const onPartlyRefused = () => note('staff address refused');
  const [first, ...others] = leads;
  const send = () =>
    first === undefined || others.length > 0
      ? mailer.send(
          digestMail,
          { title: digest.title(leads.length), entries: leads.map(({ props, email }) => ({ ...digest.entry(props), email })) },
          { to, onPartlyRefused },
          context,
        )
      : mailer.send({ ...notice, limit: 'none' }, first.props, { to, replyTo: first.email, onPartlyRefused }, context);
  try {
    const outcome = await send();
    if (outcome === undefined) await markMailed(store, notice, { turn, context });
    return outcome;
  } catch (error) {
    if (error instanceof StaffRefused) await note('staff mail refused');
    if (error instanceof PartlyDone) await markMailed(store, notice, { turn, context });
    throw error;
  }
}

type Mailed = { turn: { leadIds: string[] }; context: Pick<JobContext, 'now' | 'served'> };

/** Records each lead once: not again when a retry reaches the remaining recipients. */
async function markMailed(
  store: Store,
  { kind, event }: Pick<LeadNotice<never>, 'kind' | 'event'>,
  { turn, context }: Mailed,
): Promise<void> {
  if (context.served.length > 0) return;
  const now = context.now();
  await store.begin(async (tx) => {
    await tx.updateTable('notices').set({ told_at: now }).where('kind', '=', kind).where('lead_id', 'in', turn.leadIds).execute();
    for (const id of turn.leadIds) await addEvent(tx, id, { at: now, kind: event });
  });
}

/** Adds the event to each lead's history once, however often the notice is tried. */
async function noteOnce(store: Store, leadIds: readonly string[], { kind, at }: { kind: EventKind; at: number }): Promise<void> {
  await store.begin(async (tx) => {
    const noted = await tx.selectFrom('lead_events').select('lead_id').where('lead_id', 'in', leadIds).where('kind', '=', kind).execute();
    const known = new Set(noted.map((row) => row.lead_id));
    for (const id of leadIds) if (!known.has(id)) await addEvent(tx, id, { at, kind });
  });
}

type Asked = { kind: string; leadId: string; jobId: string; now: number; few: number; released: boolean; partly: boolean };
type Turn = { state: 'mailed' } | { state: 'waits'; until: number } | { state: 'sends'; leadIds: string[] };

async function takeTurn(store: Store, asked: Asked): Promise<Turn> {
  const { kind, leadId, jobId, now, released, partly } = asked;
  return store.begin(async (tx): Promise<Turn> => {
    await lockNamed(store.dialect, tx, `notice:${kind}`);
    await tx
      .insertInto('notices')
      .values({ lead_id: leadId, kind, due_at: now, mail_job: null, claimed_at: null, told_at: null })
      .onConflict((conflict) => conflict.columns(['lead_id', 'kind']).doNothing())
      .execute();
    const notice = await tx
      .selectFrom('notices')
      .selectAll()
      .where('lead_id', '=', leadId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow();
    if (partly) return { state: 'sends', leadIds: await leadsOfMail(tx, kind, jobId) };
    if (notice.told_at !== null) return { state: 'mailed' };
    const claimed = notice.claimed_at !== null && notice.claimed_at > now - STALE && notice.mail_job !== jobId;
    if (claimed && !released) return { state: 'waits', until: now + minute };
    const until = await nextTurn(tx, asked);
    if (until > now && !released) return { state: 'waits', until };
    await countMail(tx, { jobId, key: `notice:${kind}`, kind: NOTICE, at: now, first: false });
    return { state: 'sends', leadIds: await claim(tx, asked, notice.mail_job === jobId) };
  });
}

async function leadsOfMail(tx: Tx, kind: string, jobId: string): Promise<string[]> {
  const rows = await tx.selectFrom('notices').select('lead_id').where('kind', '=', kind).where('mail_job', '=', jobId).execute();
  return rows.map((row) => row.lead_id);
}

async function nextTurn(tx: Tx, { kind, jobId, now, few }: Asked): Promise<number> {
  const last = await tx
    .selectFrom('mail_log')
    .select('at')
    .where('address_key', '=', `notice:${kind}`)
    .where('job_id', '!=', jobId)
    .where('at', '>', now - WITHIN)
    .orderBy('at', 'desc')
    .offset(few - 1)
    .limit(1)
    .executeTakeFirst();
  return last === undefined ? now : last.at + WITHIN;
}

/**
 * Selects the leads that this job's mail lists, the job's own lead first.
 * @param again a mail may have been sent with this Message-ID already, and mail programs hide a second one, so no lead is added to it
 */
async function claim(tx: Tx, { kind, leadId, jobId, now }: Asked, again: boolean): Promise<string[]> {
  const waiting = await tx
    .selectFrom('notices')
    .select('lead_id')
    .where('kind', '=', kind)
    .where('told_at', 'is', null)
    .where((eb) => (again ? eb('mail_job', '=', jobId) : eb.or([eb('mail_job', 'is', null), eb('claimed_at', '<=', now - STALE)])))
    .where('lead_id', '!=', leadId)
    // Leads that were marked as spam meanwhile are left out; once released, a lead is mailed by its own job.
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('leads').select('leads.id').whereRef('leads.id', '=', 'notices.lead_id').where('suspected_spam', '=', 1)),
      ),
    )
    .orderBy('due_at')
    .orderBy('lead_id')
    .limit(LISTED - 1)
    .execute();
  const leadIds = [leadId, ...waiting.map((row) => row.lead_id)];
  await tx
    .updateTable('notices')
    .set({ mail_job: jobId, claimed_at: now })
    .where('kind', '=', kind)
    .where('lead_id', 'in', leadIds)
    .execute();
  return leadIds;
}
