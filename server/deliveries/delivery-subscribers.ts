import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { HistoryEntry, Subscriber } from '../leads/history/history-subscribers.ts';
import { endpointKinds, type EndpointKind } from '../store/tables/delivery-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { listEndpoints, type Endpoint } from './endpoints.ts';
import { enqueueDeliveries, type NewEvent } from './enqueue-deliveries.ts';
import { addressHash, eventsOf, payloadOf } from './lead-events.ts';
import { WHOLE_TIMEOUT } from './post-request.ts';

/** Enqueue deliveries from the histories of leads: one for each kind of endpoint. Forms write nothing for it. */
export function deliverySubscribers(store: Pick<Store, 'dialect' | 'now'>): Subscriber[] {
  return endpointKinds.map((kind) => ({
    name: kind,
    wants: async (tx) => (await endpointsOf(tx, kind)).length > 0,
    take: (tx, entries) => takeIn(store, tx, { kind, entries }),
  }));
}

async function endpointsOf(tx: Tx, kind: EndpointKind): Promise<Endpoint[]> {
  return (await listEndpoints(tx, ['on', 'held'])).filter((endpoint) => endpoint.kind === kind);
}

async function takeIn(
  { dialect, now }: Pick<Store, 'dialect' | 'now'>,
  tx: Tx,
  { kind, entries }: { kind: EndpointKind; entries: readonly HistoryEntry[] },
): Promise<void> {
  const endpoints = await endpointsOf(tx, kind);
  const ids = [...new Set(entries.map(({ lead_id: id }) => id))];
  const leads = await tx.selectFrom('leads').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  const told = entries.map(async (row): Promise<NewEvent[]> => {
    const lead = byId.get(row.lead_id);
    return lead === undefined ? [] : eventsOf(tx, { lead, row });
  });
  await enqueueDeliveries(tx, dialect, { endpoints, events: (await Promise.all(told)).flat(), now: now() });
}

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
