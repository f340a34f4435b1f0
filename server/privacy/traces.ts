import { sql } from 'kysely';
import { selectConsents, type ConsentRecord } from '../leads/consents/consent-records.ts';
import { formerAddresses, leadsOfMailbox } from '../leads/former-addresses.ts';
import { addressKey, exactKey } from '../kernel/address.ts';
import { tables, type Schema } from '../store/schema.ts';
import { keyColumn, type Table } from '../store/table.ts';
import type { DeliveryRow } from '../store/tables/delivery-tables.ts';
import type { IdempotencyRow, LeadAddressRow, LeadRow } from '../store/tables/lead-tables.ts';
import type { MailLogRow, SuppressionRow } from '../store/tables/mail-tables.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { StaffAccountRow } from '../store/tables/staff-tables.ts';
import type { Tx } from '../store/store.ts';
import { textsIn } from '../store/json-column.ts';
import { findKeptMails, type KeptMail } from './kept-mails.ts';
import { pagesOf } from './row-pages.ts';
import { isOfSubject, type Subject } from './subject.ts';

type GivenTable<Of extends string> = {
  [Name in keyof Schema]: (typeof tables)[Name] extends { of: Of; given: string } ? Name : never;
}[keyof Schema];

type GivenRows<Of extends string> = { [Name in GivenTable<Of>]: Schema[Name][] };

/** Tables whose rows are given with a request, and those given with a desk account. */
export const [ofRequests, ofAccounts] = [givenTables('visitors'), givenTables('staff')];

/** What is held on a person: their requests, the rows of these by table, and what is found by other ways than a request. */
export type Traces = {
  leads: LeadRow[];
  consents: ConsentRecord[];
  rows: GivenRows<'visitors'>;
  deliveries: DeliveryTrace[];
  jobs: JobRow[];
  mailLog: MailLogRow[];
  suppressions: SuppressionRow[];
  idempotency: IdempotencyRow[];
  mistyped: LeadAddressRow[];
  mails: KeptMail[];
};

/** A desk account and the data stored with it. */
export type StaffTrace = { account: StaffAccountRow; rows: GivenRows<'staff'> };

/** A delivery of an event about a request to another system, and its outcome. */
export type DeliveryTrace = Pick<DeliveryRow, 'id' | 'status' | 'created_at' | 'ended_at'> & { lead_id: string; type: string; to: string };

export async function findTraces({ db, dataDir }: { db: Tx; dataDir: string }, subject: Subject): Promise<Traces> {
  const ofMailbox = await leadsOfMailbox(db, subject.mailbox).selectAll('leads').orderBy('leads.id').execute();
  const former = await formerAddresses(
    db,
    ofMailbox.map(({ id }) => id),
  );
  const addressesOf = ({ id, email }: LeadRow) => [
    email,
    ...former.flatMap((one) => (one.lead_id === id && one.confirmed === 1 ? [one.email] : [])),
  ];
  const leads = ofMailbox.filter((lead) => lead.created_at <= subject.until && addressesOf(lead).some((one) => isOfSubject(subject, one)));
  const ids = new Set(leads.map((lead) => lead.id));
  const rows = await readRows(db, ofRequests, { of: 'lead_id', ids: [...ids] });
  const hashes = new Set(rows.verifications.map((row) => row.token_hash));
  const jobs = await findJobs(db, subject, new Set([...ids, ...hashes]));
  const jobIds = new Set(jobs.map((job) => job.id));
  // The mail log counts by mailbox, and other spellings of it may be other people's: `alone` when there are none.
  const alone = ofMailbox.length === leads.length;
  const mailLog = await findMailLog(db, subject, { alone, jobIds });
  const known = new Set(leads.flatMap(addressesOf).map(exactKey));
  const suppressions: SuppressionRow[] = [];
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) {
    suppressions.push(
      ...page.filter((row) => row.at <= subject.until && (isOfSubject(subject, row.address_key) || known.has(row.address_key))),
    );
  }
  const told = new Map(rows.notices.flatMap(({ mail_job: id }) => (id === null ? [] : [[id, true] as const])));
  return {
    leads,
    consents: await inBatches([...ids], (some) => selectConsents(db).selectAll().where('lead_id', 'in', some).orderBy('id').execute()),
    rows,
    deliveries: await inBatches([...ids], (some) => deliveriesOf(db, some)),
    jobs,
    mailLog,
    suppressions,
    idempotency: await findIdempotency(db, ids),
    mistyped: await findMistyped(db, subject, ids),
    mails: await findKeptMails(dataDir, {
      isNamed: (address) => isOfSubject(subject, address) || known.has(exactKey(address)),
      jobIds: new Set([...jobIds, ...mailLog.map((row) => row.job_id), ...told.keys()]),
      isTheirs: (address) => isOfSubject(subject, address),
      isAlone: async (jobId) => told.has(jobId) && !(await namesOthers(db, jobId, ids)),
    }),
  };
}

/** The desk accounts with the subject's address: usually none or one. */
export async function findStaffTraces(db: Tx, subject: Subject): Promise<StaffTrace[]> {
  const accounts = await db.selectFrom('staff_accounts').selectAll().orderBy('id').execute();
  const theirs = accounts.filter(({ address }) => isOfSubject(subject, address));
  return Promise.all(
    theirs.map(async (account) => ({ account, rows: await readRows(db, ofAccounts, { of: 'account_id', ids: [account.id] }) })),
  );
}

/** The number of rows of each kind. Contains no personal data. */
export function traceCounts({ leads, rows, ...found }: Traces): Record<string, number> {
  const ofTables = ofRequests.map((name) => [tables[name].held.as, rows[name].length] as const);
  const others = Object.entries(found).map(([name, list]) => [name, list.length] as const);
  return { leads: leads.length, ...Object.fromEntries([...ofTables, ...others]) };
}

/** Describes each count of an export or an erasure. */
export const heldWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values<Table>(tables).flatMap(({ held }) => (held === undefined ? [] : [[held.as, held.words]]))),
  mistyped: 'requests of others that had the address before staff corrected it',
  mails: 'mails kept in DATA_DIR/mail',
  staffMentions: 'requests of others whose notes by staff named the address',
  deskAccounts: 'accounts at the desk, each with its passkeys, sign-ins and actions',
};

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

function givenTables<Of extends 'visitors' | 'staff'>(of: Of): GivenTable<Of>[] {
  const all = Object.entries<Table>(tables).filter(([, about]) => about.of === of && about.given !== undefined);
  return all.map(([name]) => name as GivenTable<Of>);
}

async function readRows<Of extends 'visitors' | 'staff'>(
  db: Tx,
  names: readonly GivenTable<Of>[],
  { of, ids }: { of: 'lead_id' | 'account_id'; ids: readonly string[] },
): Promise<GivenRows<Of>> {
  const found: [string, unknown[]][] = [];
  for (const name of names) {
    const key = sql.ref(keyColumn(tables[name]));
    const read = async (some: readonly string[]) =>
      (await sql`select * from ${sql.table(name)} where ${sql.ref(of)} in (${sql.join(some)}) order by ${key}`.execute(db)).rows;
    found.push([name, await inBatches(ids, read)]);
  }
  return Object.fromEntries(found) as GivenRows<Of>;
}

const BATCH = 500;

async function inBatches<Row>(ids: readonly string[], read: (some: readonly string[]) => Promise<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += BATCH) rows.push(...(await read(ids.slice(at, at + BATCH))));
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

/** Addresses of the subject that others' requests had, mistyped: nobody confirmed them before staff corrected them. */
async function findMistyped(db: Tx, subject: Subject, own: ReadonlySet<string>): Promise<LeadAddressRow[]> {
  const rows = await db
    .selectFrom('lead_addresses')
    .selectAll()
    .where('email_key', '=', subject.mailbox)
    .where('confirmed', '=', 0)
    .execute();
  return rows.filter(({ email, lead_id: id, until }) => !own.has(id) && until <= subject.until && isOfSubject(subject, email));
}

async function namesOthers(db: Tx, jobId: string, ids: ReadonlySet<string>): Promise<boolean> {
  const rows = await db.selectFrom('notices').select('lead_id').where('mail_job', '=', jobId).execute();
  return rows.some((row) => !ids.has(row.lead_id));
}
