import { NEWSLETTER } from '../../contract/forms/form.ts';
import { addConsents, selectConsents } from '../leads/consents/consent-records.ts';
import { addEvent } from '../leads/lead-repository.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

/** Records that the owner of the address confirmed the newsletter that was ticked with a request. Safe to repeat. */
export async function confirmNewsletter(tx: Tx, lead: LeadRow, at: number): Promise<void> {
  const records = await selectConsents(tx)
    .selectAll()
    .where('lead_id', '=', lead.id)
    .where('purpose', '=', NEWSLETTER)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [latest] = records;
  if (latest === undefined || latest.action === 'confirmed') return;
  await addConsents(tx, [{ ...latest, action: 'confirmed', page: '/newsletter', at }]);
  await addEvent(tx, lead.id, { at, kind: 'newsletter confirmed' });
}
