import type { Selectable } from 'kysely';
import type { JobRow, LeadRow, VerificationRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { addressKey } from '../mail/address.ts';
import { insertJobs } from '../jobs/queue.ts';
import { newId } from '../store/id.ts';
import { received, type NewLead } from './accept.ts';

/** A lead with the jobs that follow from it. */
export type LeadWithJobs = { lead: NewLead; jobs: readonly JobRow[] };

/**
 * Stores leads with everything that belongs to them: consent, history, jobs and the answer to a repeated request. Five statements,
 * however many there are.
 * @throws a unique violation when the key of one of them is stored already
 */
export async function insertLeads(tx: Tx, items: readonly LeadWithJobs[]): Promise<void> {
  const leads = items.map((item) => item.lead);
  const keyed = leads.flatMap((lead) => (lead.key === undefined ? [] : [idempotencyRow(lead, lead.key)]));
  if (keyed.length > 0) await tx.insertInto('idempotency').values(keyed).execute();
  await tx.insertInto('leads').values(leads.map(leadRow)).execute();
  await tx.insertInto('consents').values(leads.map(consentRow)).execute();
  await tx.insertInto('lead_events').values(leads.map(receivedEvent)).execute();
  await insertJobs(
    tx,
    items.flatMap((item) => item.jobs),
  );
}

/** The answer that was given to a key before. */
export async function findAnswer(db: Tx, key: string): Promise<{ fingerprint: string; status: number; body: string } | undefined> {
  return db.selectFrom('idempotency').select(['fingerprint', 'status', 'body']).where('key', '=', key).executeTakeFirst();
}

export type Pending = { verification: Selectable<VerificationRow>; lead: Selectable<LeadRow> };

/** The lead that a token's hash stands for. */
export async function findPending(db: Tx, tokenHash: string): Promise<Pending | undefined> {
  const verification = await db.selectFrom('verifications').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  if (verification === undefined) return undefined;
  const lead = await findLead(db, verification.lead_id);
  return lead && { verification, lead };
}

export async function findLead(db: Tx, id: string): Promise<Selectable<LeadRow> | undefined> {
  return db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The latest lead of an address that waits for its confirmation. */
export async function findUnverified(db: Tx, email: string): Promise<Selectable<LeadRow> | undefined> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('email_key', '=', addressKey(email))
    .where('status', '=', 'unverified')
    .where('suspected_spam', '=', 0)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the hash of a new link. Older links of the lead, from before `supersede`, stop working. */
export async function insertVerification(
  tx: Tx,
  row: { tokenHash: string; leadId: string; at: number; expiresAt: number; supersede?: number },
): Promise<void> {
  if (row.supersede !== undefined) {
    await tx
      .updateTable('verifications')
      .set({ superseded_at: row.at })
      .where('lead_id', '=', row.leadId)
      .where('created_at', '<', row.supersede)
      .where('superseded_at', 'is', null)
      .execute();
  }
  await tx
    .insertInto('verifications')
    .values({
      token_hash: row.tokenHash,
      lead_id: row.leadId,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
      superseded_at: null,
    })
    .execute();
}

/** Marks a link as used and its lead as verified. `false` when somebody was first: then nothing changed. */
export async function markVerified(tx: Tx, { verification, lead }: Pending, at: number): Promise<boolean> {
  const used = await tx
    .updateTable('verifications')
    .set({ used_at: at })
    .where('token_hash', '=', verification.token_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  const verified = await tx
    .updateTable('leads')
    .set({ status: 'verified', verified_at: at })
    .where('id', '=', lead.id)
    .where('status', '=', 'unverified')
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n || verified.numUpdatedRows === 0n) return false;
  await confirmConsents(tx, lead.id, at);
  await addEvent(tx, lead.id, at, 'verified');
  return true;
}

/** A line of a lead's history. `detail` holds no personal data. */
export async function addEvent(tx: Tx, leadId: string, at: number, kind: string, detail: object = {}): Promise<void> {
  await tx
    .insertInto('lead_events')
    .values({ id: newId(at), lead_id: leadId, at, kind, detail: JSON.stringify(detail) })
    .execute();
}

/** Takes the mark of suspected spam off; what it held back is for the caller to send. */
export async function clearSuspicion(tx: Tx, id: string, at: number): Promise<boolean> {
  const cleared = await tx
    .updateTable('leads')
    .set({ suspected_spam: 0 })
    .where('id', '=', id)
    .where('suspected_spam', '=', 1)
    .executeTakeFirst();
  if (cleared.numUpdatedRows === 0n) return false;
  await addEvent(tx, id, at, 'released');
  return true;
}

async function confirmConsents(tx: Tx, leadId: string, at: number): Promise<void> {
  const asked = await tx.selectFrom('consents').selectAll().where('lead_id', '=', leadId).where('action', '=', 'asked').execute();
  if (asked.length === 0) return;
  await tx
    .insertInto('consents')
    .values(asked.map((consent) => ({ ...consent, id: newId(at), action: 'confirmed' as const, at })))
    .execute();
}

function leadRow(lead: NewLead): LeadRow {
  const email = lead.answers.email!;
  return {
    id: lead.id,
    kind: 'contact',
    product: lead.product,
    caller: lead.caller,
    form: lead.form.type,
    form_version: lead.form.version,
    email,
    email_key: addressKey(email),
    status: 'unverified',
    suspected_spam: lead.spamReason === undefined ? 0 : 1,
    spam_reason: lead.spamReason ?? null,
    answers: JSON.stringify(lead.answers),
    attribution: JSON.stringify(lead.attribution),
    created_at: lead.at,
    verified_at: null,
  };
}

function consentRow(lead: NewLead) {
  const { purpose, text, version } = lead.form.consent;
  return {
    id: newId(lead.at),
    lead_id: lead.id,
    action: 'asked' as const,
    purpose,
    text,
    text_version: version,
    page: lead.attribution.page ?? '',
    at: lead.at,
  };
}

function receivedEvent(lead: NewLead) {
  const detail = lead.spamReason === undefined ? {} : { suspectedSpam: lead.spamReason };
  return { id: newId(lead.at), lead_id: lead.id, at: lead.at, kind: 'received', detail: JSON.stringify(detail) };
}

function idempotencyRow(lead: NewLead, { key, fingerprint }: { key: string; fingerprint: string }) {
  return { key, fingerprint, status: 201, body: JSON.stringify(received(lead)), created_at: lead.at };
}
