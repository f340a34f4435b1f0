import { selectConsents } from '../leads/consents/consent-records.ts';
import { fullName } from '../leads/lead-repository.ts';
import { addressKey, exactKey } from '../kernel/address.ts';
import type { Tx } from '../store/store.ts';
import { pagesOf } from './row-pages.ts';

export type Agreed = { email: string; name: string; at: number };

/**
 * Addresses, one per mailbox, whose owner confirmed a purpose and has not withdrawn it since; the latest confirmation counts. Suppressed addresses are left
 * out: their owner reported a mail as spam, or the mailbox does not exist.
 */
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
  const suppressed = new Set<string>();
  for await (const page of pagesOf(db, 'suppressions', 'address_key')) for (const row of page) suppressed.add(row.address_key);
  return [...agreed.values()].filter(({ email }) => !suppressed.has(exactKey(email)) && !suppressed.has(addressKey(email)));
}
