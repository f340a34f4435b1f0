import { NEWSLETTER } from '../../contract/forms/form.ts';
import { selectConsents } from '../leads/consents/consent-records.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { newId } from '../store/id.ts';
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
  await tx
    .insertInto('consents')
    .values({ ...latest, id: newId(at), action: 'confirmed', page: '/newsletter', at })
    .execute();
  await addEvent(tx, lead.id, { at, kind: 'newsletter confirmed' });
}
