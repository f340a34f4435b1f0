import { sql } from 'kysely';
import type { Log } from '../kernel/log.ts';
import type { Store, Tx } from '../store/store.ts';
import { isStoreDown } from '../store/errors.ts';
import { listEndpoints } from './endpoints.ts';
import { enqueueDeliveries, type NewEvent } from './enqueue-deliveries.ts';
import { eventsOf } from './lead-events.ts';

/**
 * What the histories of these leads have that was not taken in yet becomes deliveries, in the transaction that takes it in: no form writes
 * anything for it, and without endpoints it is one look at a table without rows.
 */
export function createEventReader(
  { dialect, now }: Pick<Store, 'dialect' | 'now'>,
  log: Log,
): (tx: Tx, leadIds: readonly string[]) => Promise<void> {
  return async (tx, leadIds) => {
    const endpoints = await listEndpoints(tx, ['on', 'held']);
    if (endpoints.length === 0) return;
    const leads = await tx.selectFrom('leads').selectAll().where('id', 'in', leadIds).execute();
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    // All that is pending of these leads, and not what was read of it just now: a lead's are told in their order.
    const rows = await tx
      .selectFrom('lead_events')
      .select(['id', 'lead_id', 'at', 'kind', 'detail'])
      .where('lead_id', 'in', leadIds)
      .where(sql<boolean>`pending = 1`)
      // Whatever the clocks of two servers say: before it came nothing happened to it, and of suspected spam others are told from its release on.
      .orderBy((eb) => eb.case().when('kind', 'in', ['received', 'released']).then(0).else(1).end())
      .orderBy('at')
      .orderBy('id')
      .execute();
    const events: NewEvent[] = [];
    for (const row of rows) {
      const lead = byId.get(row.lead_id);
      if (lead === undefined) continue;
      try {
        events.push(...(await eventsOf(tx, { lead, row })));
      } catch (error) {
        // One entry that nobody can read must not keep the others from the index and from whoever waits for them.
        if (isStoreDown(error) || !(error instanceof SyntaxError || error instanceof TypeError)) throw error;
        log.error({ event: row.id, reason: error.message }, 'an entry of a history could not be told to others');
      }
    }
    await enqueueDeliveries(tx, dialect, { endpoints, events, now: now() });
  };
}
