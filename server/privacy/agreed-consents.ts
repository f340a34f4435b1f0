import { selectConsents } from '../leads/consents/consent-records.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';

export type Agreed = { email: string; name: string; at: number };

/** Addresses, one a mailbox, whose owner confirmed a purpose and has not withdrawn it since; of what was given twice the latest counts. */
export async function listAgreed(db: Tx, purpose: string): Promise<Agreed[]> {
  const rows = await selectConsents(db)
    .innerJoin('leads', 'leads.id', 'records.lead_id')
    .select(['records.action', 'records.at', 'leads.email', 'leads.email_key', 'leads.answers'])
    .where('records.purpose', '=', purpose)
    .where('records.action', 'in', ['confirmed', 'withdrawn'])
    .orderBy('records.at')
    .orderBy('records.id')
    .execute();
  const agreed = new Map<string, Agreed>();
  for (const row of rows) {
    if (row.action === 'withdrawn') agreed.delete(row.email_key);
    else agreed.set(row.email_key, { email: row.email, name: fullName(row), at: row.at });
  }
  return [...agreed.values()];
}
