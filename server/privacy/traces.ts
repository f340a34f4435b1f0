import { selectConsents, type ConsentRecord } from '../leads/consents/consent-records.ts';
import { addressKey } from '../kernel/address.ts';
import type { BookingRow } from '../store/booking-schema.ts';
import type { DeliveryRow } from '../store/delivery-schema.ts';
import type { ApplicationMailRow, LeadRatingRow, LeadWorkRow, RetentionConsentRow, StaffNoticeRow } from '../store/desk-schema.ts';
import type {
  FileRow,
  IdempotencyRow,
  JobRow,
  LeadEventRow,
  LeadRow,
  MailLogRow,
  NoticeRow,
  SuppressionRow,
  VerificationRow,
} from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { findKeptMails, type KeptMail } from './kept-mails.ts';
import { pagesOf } from './row-pages.ts';
import { isOfSubject, type Subject } from './subject.ts';

export type Traces = {
  leads: LeadRow[];
  consents: ConsentRecord[];
  events: LeadEventRow[];
  verifications: VerificationRow[];
  work: LeadWorkRow[];
  staffNotices: StaffNoticeRow[];
  ratings: LeadRatingRow[];
  answers: ApplicationMailRow[];
  keeping: RetentionConsentRow[];
  bookings: BookingRow[];
  notices: NoticeRow[];
  deliveries: DeliveryTrace[];
  files: FileRow[];
  jobs: JobRow[];
  mailLog: MailLogRow[];
  suppressions: SuppressionRow[];
  idempotency: IdempotencyRow[];
  mails: KeptMail[];
};

/** A delivery of an event about a request to another system, and its outcome. */
export type DeliveryTrace = Pick<DeliveryRow, 'id' | 'status' | 'created_at' | 'ended_at'> & { lead_id: string; type: string; to: string };

export async function findTraces({ db, dataDir }: { db: Tx; dataDir: string }, subject: Subject): Promise<Traces> {
  const ofMailbox = await db.selectFrom('leads').selectAll().where('email_key', '=', subject.mailbox).orderBy('id').execute();
  const leads = ofMailbox.filter((lead) => lead.created_at <= subject.until && isOfSubject(subject, lead.email));
  const ids = new Set(leads.map((lead) => lead.id));
  const rows = await rowsOf(db, [...ids]);
  const hashes = new Set(rows.verifications.map((row) => row.token_hash));
  const jobs = await findJobs(db, subject, new Set([...ids, ...hashes]));
  const jobIds = new Set(jobs.map((job) => job.id));
  // The mail log counts by mailbox, and other spellings of it may be other people's: `alone` when there are none.
  const alone = ofMailbox.length === leads.length;
  const mailLog = await findMailLog(db, subject, { alone, jobIds });
  const suppressions: SuppressionRow[] = [];
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) {
    suppressions.push(...page.filter((row) => row.at <= subject.until && isOfSubject(subject, row.address_key)));
  }
  const told = new Map(rows.notices.flatMap(({ mail_job: id }) => (id === null ? [] : [[id, true] as const])));
  return {
    leads,
    ...rows,
    jobs,
    mailLog,
    suppressions,
    idempotency: await findIdempotency(db, ids),
    mails: await findKeptMails(dataDir, {
      addresses: [subject.address, ...leads.map((lead) => lead.email)],
      jobIds: new Set([...jobIds, ...mailLog.map((row) => row.job_id), ...told.keys()]),
      isTheirs: (address) => isOfSubject(subject, address),
      isAlone: async (jobId) => told.has(jobId) && !(await namesOthers(db, jobId, ids)),
    }),
  };
}

/** The number of rows found in each table. Contains no personal data. */
export function traceCounts(traces: Traces): Record<string, number> {
  return Object.fromEntries(Object.entries(traces).map(([name, rows]) => [name, rows.length]));
}

/** All spellings of the mailbox's address, each with its number of requests. */
export async function findSpellings(db: Tx, address: string): Promise<Map<string, number>> {
  const mailbox = addressKey(address);
  const rows = await db.selectFrom('leads').select('email').where('email_key', '=', mailbox).orderBy('created_at').execute();
  const spellings = new Map<string, number>();
  for (const { email } of rows) spellings.set(email, (spellings.get(email) ?? 0) + 1);
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) {
    for (const { address_key: key } of page) {
      const known = [...spellings.keys()].some((one) => one.toLowerCase() === key);
      if (!known && addressKey(key) === mailbox) spellings.set(key, 0);
    }
  }
  return spellings;
}

type LeadRows = Omit<Traces, 'leads' | 'jobs' | 'mailLog' | 'suppressions' | 'idempotency' | 'mails'>;

const BATCH = 500;

async function rowsOf(db: Tx, ids: readonly string[]): Promise<LeadRows> {
  const rows: LeadRows = {
    consents: [],
    events: [],
    verifications: [],
    work: [],
    staffNotices: [],
    ratings: [],
    answers: [],
    keeping: [],
    bookings: [],
    notices: [],
    deliveries: [],
    files: [],
  };
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH);
    rows.consents.push(...(await selectConsents(db).selectAll().where('lead_id', 'in', some).orderBy('id').execute()));
    rows.events.push(...(await db.selectFrom('lead_events').selectAll().where('lead_id', 'in', some).orderBy('id').execute()));
    rows.verifications.push(...(await db.selectFrom('verifications').selectAll().where('lead_id', 'in', some).execute()));
    rows.work.push(...(await db.selectFrom('lead_work').selectAll().where('lead_id', 'in', some).execute()));
    rows.staffNotices.push(...(await db.selectFrom('staff_notices').selectAll().where('lead_id', 'in', some).orderBy('id').execute()));
    rows.ratings.push(...(await db.selectFrom('lead_ratings').selectAll().where('lead_id', 'in', some).execute()));
    rows.answers.push(...(await db.selectFrom('application_mails').selectAll().where('lead_id', 'in', some).orderBy('id').execute()));
    rows.keeping.push(...(await db.selectFrom('retention_consents').selectAll().where('lead_id', 'in', some).execute()));
    rows.bookings.push(...(await db.selectFrom('bookings').selectAll().where('lead_id', 'in', some).orderBy('id').execute()));
    rows.notices.push(...(await db.selectFrom('notices').selectAll().where('lead_id', 'in', some).execute()));
    rows.deliveries.push(...(await deliveriesOf(db, some)));
    rows.files.push(...(await db.selectFrom('files').selectAll().where('lead_id', 'in', some).orderBy('created_at').execute()));
  }
  return rows;
}

async function deliveriesOf(db: Tx, leadIds: readonly string[]): Promise<DeliveryTrace[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('delivery_events', 'delivery_events.id', 'deliveries.event_id')
    .innerJoin('delivery_endpoints', 'delivery_endpoints.id', 'deliveries.endpoint_id')
    .select(['deliveries.id', 'status', 'deliveries.created_at', 'ended_at', 'subject as lead_id', 'type', 'url', 'kind'])
    .where('delivery_events.lead_id', 'in', leadIds)
    .orderBy('seq')
    .execute();
  // Only the host, because the rest of an address may be a secret.
  return rows.map(({ url, kind, ...row }) => ({ ...row, to: URL.canParse(url) ? new URL(url).host : kind }));
}

/**
 * Jobs of any kind whose payload or unique key contains the address.
 * @param names other names of the subject: ids of requests, hashes of links
 */
export async function findJobs(db: Tx, subject: Subject, names: ReadonlySet<string>): Promise<JobRow[]> {
  const found: JobRow[] = [];
  const theirs = (text: string) => names.has(text) || (text.includes('@') && isOfSubject(subject, text));
  for await (const page of pagesOf(db, 'jobs', 'id')) {
    found.push(
      ...page.filter(
        (job) => job.created_at <= subject.until && [...textsIn(job.payload), ...(job.unique_key ?? '').split(':')].some(theirs),
      ),
    );
  }
  return found;
}

export function textsIn(json: string): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  try {
    collect(JSON.parse(json));
  } catch {
    texts.push(json);
  }
  return texts;
}

async function findMailLog(
  db: Tx,
  { mailbox, until }: Subject,
  { alone, jobIds }: { alone: boolean; jobIds: ReadonlySet<string> },
): Promise<MailLogRow[]> {
  const rows = await db.selectFrom('mail_log').selectAll().where('address_key', '=', mailbox).where('at', '<=', until).execute();
  return rows.filter((row) => alone || jobIds.has(row.job_id));
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

async function findIdempotency(db: Tx, ids: ReadonlySet<string>): Promise<IdempotencyRow[]> {
  const found: IdempotencyRow[] = [];
  if (ids.size === 0) return found;
  for await (const page of pagesOf(db, 'idempotency', 'key')) {
    found.push(...page.filter((row) => row.body.match(UUID)?.some((id) => ids.has(id)) === true));
  }
  return found;
}

async function namesOthers(db: Tx, jobId: string, ids: ReadonlySet<string>): Promise<boolean> {
  const rows = await db.selectFrom('notices').select('lead_id').where('mail_job', '=', jobId).execute();
  return rows.some((row) => !ids.has(row.lead_id));
}
