import { sql } from 'kysely';
import type { Log } from '../kernel/log.ts';
import type { Store, Tx } from '../store/store.ts';
import { isStoreDown } from '../store/errors.ts';
import { listEndpoints } from './endpoints.ts';
import { enqueueDeliveries, type NewEvent } from './enqueue-deliveries.ts';
import { eventsOf } from './lead-events.ts';

/**
 * Makes deliveries from the new entries in these leads' histories, in the transaction that indexes the entries. Forms write nothing for it, and without
 * endpoints it is a single query on an empty table.
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
    // All pending entries of these leads, including newer ones, so that a lead's events keep their order.
    const rows = await tx
      .selectFrom('lead_events')
      .select(['id', 'lead_id', 'at', 'kind', 'detail'])
      .where('lead_id', 'in', leadIds)
      .where(sql<boolean>`pending = 1`)
      // Receipt and release sort first even if servers' clocks differ: nothing precedes a receipt, and suspected spam is sent from its release on.
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
        // One unreadable entry must not keep others from being indexed and delivered.
        if (isStoreDown(error) || !(error instanceof SyntaxError || error instanceof TypeError)) throw error;
        log.error({ event: row.id, reason: error.message }, 'an entry of a history could not be told to others');
      }
    }
    await enqueueDeliveries(tx, dialect, { endpoints, events, now: now() });
  };
}
