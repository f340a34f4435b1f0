import type { Answers } from '../../contract/forms/form.ts';
import type { Selectable } from 'kysely';
import type { LeadRow, VerificationRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { addressKey } from '../mail/address.ts';
import { newId } from '../store/id.ts';
import { addEvent } from '../store/lead-record.ts';

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

/** The id of the paper that a caller is about. */
export function paperOf(caller: string): string {
  return caller.replace(/^paper_/, '');
}

export async function hasPaper(db: Tx, id: string): Promise<boolean> {
  return (await db.selectFrom('papers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** What a lead answered. */
export function answersOf(lead: Pick<LeadRow, 'answers'>): Answers {
  return JSON.parse(lead.answers) as Answers;
}

/** The kinds whose address is confirmed by a link. An application or a message is answered by people. */
const CONFIRMED_BY_LINK = ['contact', 'report'] as const;

export function isConfirmedByLink({ kind }: Pick<LeadRow, 'kind'>): boolean {
  return CONFIRMED_BY_LINK.some((one) => one === kind);
}

/** The latest lead of an address that waits for its confirmation. */
export async function findUnverified(db: Tx, email: string): Promise<Selectable<LeadRow> | undefined> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('email_key', '=', addressKey(email))
    .where('kind', 'in', CONFIRMED_BY_LINK)
    .where('status', '=', 'unverified')
    .where('suspected_spam', '=', 0)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The links of a lead from before a time stop working: a newer one is on its way. */
export async function supersedeLinks(tx: Tx, { leadId, before, at }: { leadId: string; before: number; at: number }): Promise<void> {
  await tx
    .updateTable('verifications')
    .set({ superseded_at: at })
    .where('lead_id', '=', leadId)
    .where('created_at', '<', before)
    .where('superseded_at', 'is', null)
    .execute();
}

/** Stores the hash of a new link. */
export async function insertVerification(tx: Tx, row: { tokenHash: string; leadId: string; at: number; expiresAt: number }): Promise<void> {
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
  await addEvent(tx, lead.id, { at, kind: 'verified' });
  return true;
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
  await addEvent(tx, id, { at, kind: 'released' });
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
