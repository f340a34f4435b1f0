import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { WHOLE_TIMEOUT } from './deliver-timeouts.ts';
import { listEndpoints } from './endpoints.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { addressHash, payloadOf } from './lead-events.ts';

/**
 * Enqueues the erasure of these requests for every endpoint, in the transaction that erases them. Their waiting deliveries are deleted with them. It is sent
 * after WHOLE_TIMEOUT, so that requests which are being sent now arrive before it.
 */
export async function tellErasure(
  tx: Tx,
  dialect: Store['dialect'],
  { leads, at }: { leads: readonly Pick<LeadRow, 'id' | 'email' | 'sample' | 'suspected_spam'>[]; at: number },
): Promise<void> {
  const known = leads.filter((lead) => lead.sample !== 1 && lead.suspected_spam === 0);
  const endpoints = known.length === 0 ? [] : await listEndpoints(tx, ['on', 'held']);
  const leadIds = known.map(({ id }) => id);
  const emailSha256 = [...new Set(known.map(({ email }) => addressHash(email)))];
  const payload = payloadOf('person.erased', at, { leadIds, emailSha256 });
  const source = `erased:${leadIds.join()}`;
  await enqueueDeliveries(tx, dialect, { endpoints, events: [{ source, leadId: null, payload, runAt: at + WHOLE_TIMEOUT }], now: at });
}
