import { createHash } from 'node:crypto';
import type { EventPayload } from '../../contract/events.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import type { DeliveryEventRow, DeliveryRow } from '../store/tables/delivery-tables.ts';
import { newId } from '../store/id.ts';
import { insertRows, rowsFor } from '../store/insert-rows.ts';
import type { Store, Tx } from '../store/store.ts';
import { wants, type Endpoint } from './endpoints.ts';

export type NewEvent = {
  /** Identifies what caused the event: the same source and type give the same event id. */
  source: string;
  leadId: string | null;
  payload: EventPayload;
  /** Earliest time of delivery, milliseconds since the epoch. Default: now. */
  runAt?: number;
};

/** Enqueues these events for the endpoints that want them, in the caller's transaction and in order. An event that is enqueued already is not added again. */
export async function enqueueDeliveries(
  tx: Tx,
  dialect: Store['dialect'],
  { endpoints, events, now }: { endpoints: readonly Endpoint[]; events: readonly NewEvent[]; now: number },
): Promise<void> {
  const wanted = events.flatMap((event) => {
    const to = endpoints.filter((endpoint) => wants(endpoint, event.payload.type));
    return to.length === 0 ? [] : [{ event, id: eventId(event), to }];
  });
  if (wanted.length === 0) return;
  await lockNamed(dialect, tx, 'deliveries');
  const { last } = await tx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  let seq = last ?? 0;
  const stored = wanted.map(({ event: { leadId, payload }, id }): DeliveryEventRow => {
    return { id, type: payload.type, lead_id: leadId, at: Date.parse(payload.timestamp), payload: JSON.stringify(payload) };
  });
  const rows = wanted.flatMap(({ event, id, to }) =>
    to.map((endpoint): DeliveryRow => {
      return {
        id: newId(now),
        seq: (seq += 1),
        event_id: id,
        endpoint_id: endpoint.id,
        subject: event.leadId ?? id,
        status: 'waiting',
        attempts: 0,
        run_at: event.runAt ?? now,
        locked_by: null,
        locked_until: null,
        last_error: null,
        created_at: now,
        ended_at: null,
      };
    }),
  );
  await insertRows(tx, [
    rowsFor('delivery_events', stored, { key: ['id'] }),
    rowsFor('deliveries', rows, { key: ['event_id', 'endpoint_id'] }),
  ]);
}

/** The event's id, derived from its source, so that a repeated event has the same id. */
function eventId({ source, payload }: NewEvent): string {
  return `msg_${createHash('sha256').update(`${source}:${payload.type}`).digest('base64url').replaceAll(/[-_]/g, '0').slice(0, 27)}`;
}
