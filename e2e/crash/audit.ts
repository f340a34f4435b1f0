import { sql } from 'kysely';
import type { LeadRow } from '../../server/store/tables/lead-tables.ts';
import type { JobRow } from '../../server/store/tables/queue-tables.ts';
import type { Store } from '../../server/store/store.ts';
import { tokenIn } from './demo-form.ts';
import type { InboxMail } from './inbox.ts';
import type { Journal, Sent } from './journal.ts';

type Held = {
  leads: LeadRow[];
  jobs: JobRow[];
  keys: Map<string, string>;
  asked: Map<string, number>;
  confirmed: Map<string, number>;
  received: Map<string, number>;
  verified: Map<string, number>;
  used: Map<string, number>;
};

/**
 * Checks the store and the mails after a run whose work is done.
 * @returns a line for each fault; empty if everything is right
 */
export async function audit(store: Store, journal: Journal, mails: readonly InboxMail[]): Promise<string[]> {
  const held = await read(store);
  const byEmail = Map.groupBy(held.leads, (lead) => lead.email);
  const faults = [
    ...journal.surprises,
    ...(await corruption(store)),
    ...[...journal.sent.values()].flatMap((sent) => answered(sent, byEmail.get(sent.email) ?? [], held.keys)),
    ...held.leads.filter((lead) => !journal.sent.has(lead.email)).map((lead) => `${lead.email}: nobody sent this`),
    ...[...journal.pressed]
      .filter(([email, { told }]) => told && byEmail.get(email)?.[0]?.status !== 'verified')
      .map(([email]) => `${email}: told so, but not verified`),
    ...whole(held),
    ...mailed(held, mails),
  ];
  return faults;
}

async function read(store: Store): Promise<Held> {
  const count = async (table: 'consents' | 'lead_events', column: 'action' | 'kind', value: string) => {
    const rows = await store.db
      .selectFrom(table)
      .select(['lead_id', (eb) => eb.fn.countAll<number>().as('n')])
      .where(sql.ref(column), '=', value)
      .groupBy('lead_id')
      .execute();
    return new Map(rows.map(({ lead_id: id, n }) => [id, n]));
  };
  const used = await store.db.selectFrom('verifications').select('lead_id').where('used_at', 'is not', null).execute();
  const keys = await store.db.selectFrom('idempotency').select(['key', 'body']).execute();
  return {
    leads: await store.db.selectFrom('leads').selectAll().execute(),
    jobs: await store.db.selectFrom('jobs').selectAll().execute(),
    keys: new Map(keys.map(({ key, body }) => [key, body])),
    asked: await count('consents', 'action', 'asked'),
    confirmed: await count('consents', 'action', 'confirmed'),
    received: await count('lead_events', 'kind', 'received'),
    verified: await count('lead_events', 'kind', 'verified'),
    used: new Map([...Map.groupBy(used, (row) => row.lead_id)].map(([id, rows]) => [id, rows.length])),
  };
}

/** A form answered with 201 is stored once, under the id in the answer; any other form at most once. */
function answered({ email, key, ids, attempts }: Sent, leads: readonly LeadRow[], keys: Map<string, string>): string[] {
  const told = [...new Set(ids)];
  if (told.length > 1) return [`${email}: one key was answered with several ids: ${told.join(', ')}`];
  if (leads.length > 1) return [`${email}: ${leads.length} leads for ${attempts} attempts with ${key ? 'one key' : 'no key'}`];
  if (told.length === 1 && leads[0]?.id !== told[0])
    return [`${email}: answered 201 with ${told[0]}, stored: ${leads[0]?.id ?? 'nothing'}`];
  const kept = key === undefined ? undefined : keys.get(key);
  if (key !== undefined && leads.length !== (kept === undefined ? 0 : 1))
    return [`${email}: the key and the lead were not stored together`];
  if (kept !== undefined && !kept.includes(leads[0]!.id)) return [`${email}: the key stands for another lead`];
  return [];
}

/** Every lead has all its related rows; a verified lead has everything that follows from verification, an unverified one none of it. */
function whole({ leads, jobs, asked, confirmed, received, verified, used }: Held): string[] {
  const jobsOf = Map.groupBy(jobs, (job) => `${job.name} ${job.payload}`);
  return leads.flatMap(({ id, email, status }) => {
    const jobCount = (name: string) => jobsOf.get(`${name} ${JSON.stringify({ leadId: id })}`)?.length ?? 0;
    const after = status === 'verified' ? 1 : 0;
    const wanted: Array<[what: string, is: number, must: number]> = [
      ['consents asked', asked.get(id) ?? 0, 1],
      ['events of its receipt', received.get(id) ?? 0, 1],
      ['verification mails to send', jobCount('leads.verification-mail'), 1],
      ['links used', used.get(id) ?? 0, after],
      ['consents confirmed', confirmed.get(id) ?? 0, after],
      ['events of its verification', verified.get(id) ?? 0, after],
      ['staff notices', jobCount('leads.staff-notice'), after],
      ['meeting mails', jobCount('leads.meeting-mail'), after],
    ];
    return wanted.filter(([, is, must]) => is !== must).map(([what, is, must]) => `${email} (${status}): ${is} ${what}, not ${must}`);
  });
}

/** Every job is done, and its mail was received under a single Message-ID. */
function mailed({ leads, jobs }: Held, mails: readonly InboxMail[]): string[] {
  const byAddress = Map.groupBy(mails, (mail) => mail.to);
  const undone = jobs
    .filter((job) => job.status !== 'done')
    .map((job) => `job ${job.id} (${job.name}) is ${job.status}: ${job.last_error}`);
  const missing = leads.flatMap(({ email, status }) => {
    const got = byAddress.get(email) ?? [];
    const links = new Set(got.filter((mail) => tokenIn(mail.text)).map((mail) => mail.messageId));
    const others = new Set(got.filter((mail) => !tokenIn(mail.text)).map((mail) => mail.messageId));
    const meetings = status === 'verified' ? 1 : 0;
    return [
      ...(links.size === 1 ? [] : [`${email}: ${links.size} mails with a link`]),
      ...(others.size === meetings ? [] : [`${email} (${status}): ${others.size} mails about a meeting`]),
    ];
  });
  // A notice is about one lead or lists several; it contains the id of each.
  const notices = mails.filter((mail) => !byAddress.get(mail.to)!.some((other) => tokenIn(other.text))).map((mail) => mail.text);
  const untold = leads.filter((lead) => lead.status === 'verified' && !notices.some((text) => text.includes(lead.id)));
  return [...undone, ...missing, ...untold.map((lead) => `${lead.email}: verified, and staff were not told`)];
}

async function corruption(store: Store): Promise<string[]> {
  if (store.dialect === 'postgres') return [];
  const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
  const { rows: orphans } = await sql`pragma foreign_key_check`.execute(store.db);
  const broken = integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  return [
    ...broken.map((line) => `the file is damaged: ${line}`),
    ...(orphans.length > 0 ? [`${orphans.length} rows without their lead`] : []),
  ];
}
