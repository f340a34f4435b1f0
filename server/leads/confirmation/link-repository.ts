import type { Selectable } from 'kysely';
import { NEWSLETTER } from '../../../contract/forms/form.ts';
import type { LeadRow, VerificationRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';
import { newId } from '../../store/id.ts';
import { addEvent, findLead } from '../lead-repository.ts';

export type Pending = { verification: Selectable<VerificationRow>; lead: Selectable<LeadRow> };

export async function findPending(db: Tx, tokenHash: string): Promise<Pending | undefined> {
  const verification = await db.selectFrom('verifications').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  if (verification === undefined) return undefined;
  const lead = await findLead(db, verification.lead_id);
  return lead && { verification, lead };
}

export async function confirmedBy(db: Tx, { lead, verification }: Pending): Promise<Selectable<LeadRow> | undefined> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('email_key', '=', lead.email_key)
    .where('verified_at', '=', verification.used_at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a link that still works was sent to a mailbox since a time (ms). Its page shows all waiting requests, whenever they came. */
export async function hasLinkSince(db: Tx, { key, since, now }: { key: string; since: number; now: number }): Promise<boolean> {
  const row = await db
    .selectFrom('verifications')
    .select('token_hash')
    .where('address_key', '=', key)
    .where('sent_at', '>=', since)
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Invalidates the links of a mailbox from before a time (ms): a newer one was sent. */
export async function supersedeLinks(tx: Tx, { key, before, at }: { key: string; before: number; at: number }): Promise<void> {
  await tx
    .updateTable('verifications')
    .set({ superseded_at: at })
    .where('address_key', '=', key)
    .where('created_at', '<', before)
    .where('superseded_at', 'is', null)
    .execute();
}

export async function insertVerification(
  tx: Tx,
  row: { tokenHash: string; lead: Pick<LeadRow, 'id' | 'email_key'>; at: number; expiresAt: number },
): Promise<void> {
  await tx
    .insertInto('verifications')
    .values({
      token_hash: row.tokenHash,
      lead_id: row.lead.id,
      address_key: row.lead.email_key,
      created_at: row.at,
      expires_at: row.expiresAt,
      used_at: null,
      superseded_at: null,
      sent_at: null,
    })
    .execute();
}

export async function markSent(tx: Tx, tokenHash: string, at: number): Promise<void> {
  await tx.updateTable('verifications').set({ sent_at: at }).where('token_hash', '=', tokenHash).execute();
}

/** Marks a link as used. @returns false when it was used before */
export async function markUsed(tx: Tx, tokenHash: string, at: number): Promise<boolean> {
  const used = await tx
    .updateTable('verifications')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Marks a request as verified. @returns false when it was verified before */
export async function markVerified(tx: Tx, leadId: string, at: number): Promise<boolean> {
  const verified = await tx
    .updateTable('leads')
    .set({ status: 'verified', verified_at: at, owner_answer: null })
    .where('id', '=', leadId)
    .where('status', '=', 'unverified')
    .executeTakeFirst();
  if (verified.numUpdatedRows === 0n) return false;
  await confirmConsents(tx, leadId, at);
  await addEvent(tx, leadId, { at, kind: 'verified' });
  return true;
}

async function confirmConsents(tx: Tx, leadId: string, at: number): Promise<void> {
  const all = await tx.selectFrom('consents').selectAll().where('lead_id', '=', leadId).where('action', '=', 'asked').execute();
  const asked = all.filter((consent) => consent.purpose !== NEWSLETTER);
  if (asked.length === 0) return;
  await tx
    .insertInto('consents')
    .values(asked.map((consent) => ({ ...consent, id: newId(at), action: 'confirmed' as const, at })))
    .execute();
}
