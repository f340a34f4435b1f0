import type { Answers } from '../../contract/forms/form.ts';
import { addressKey } from '../kernel/address.ts';
import { newId } from '../store/id.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { moveLinks } from './confirmation/confirm-link.ts';

/** Stores what staff corrected. @returns whether the address is another one */
export async function storeCorrected(tx: Tx, lead: LeadRow, { answers, at }: { answers: Answers; at: number }): Promise<boolean> {
  await tx
    .updateTable('leads')
    .set({ answers: JSON.stringify(answers) })
    .where('id', '=', lead.id)
    .execute();
  const { email = lead.email } = answers;
  if (email === lead.email) return false;
  await changeAddress(tx, lead, { email, at });
  return true;
}

/**
 * Gives a lead another address, which nobody confirmed yet. The former one stays known: if it was confirmed, it is the same person's, and what that
 * person asks about their data under it concerns this lead as well. Links that went there no longer confirm this lead.
 */
async function changeAddress(tx: Tx, lead: LeadRow, { email, at }: { email: string; at: number }): Promise<void> {
  const former = { email: lead.email, email_key: lead.email_key, confirmed: lead.status === 'verified' ? 1 : 0 } as const;
  await tx
    .insertInto('lead_addresses')
    .values({ id: newId(at), lead_id: lead.id, ...former, until: at })
    .execute();
  const key = addressKey(email);
  const unconfirmed = { status: 'unverified', verified_at: null, owner_answer: null } as const;
  await tx
    .updateTable('leads')
    .set({ email, email_key: key, ...unconfirmed })
    .where('id', '=', lead.id)
    .execute();
  if (key !== lead.email_key) await moveLinks(tx, lead, at);
}
