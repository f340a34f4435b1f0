import type { LeadAddressRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

/** The leads of a mailbox: those that have it, and those that had it when it was confirmed. */
export function leadsOfMailbox(db: Tx, mailbox: string) {
  const former = db.selectFrom('lead_addresses').select('lead_id as id').where('email_key', '=', mailbox).where('confirmed', '=', 1);
  // Not joined by `or`, for which PostgreSQL would read all leads.
  const ids = db.selectFrom('leads as own').select('own.id').where('own.email_key', '=', mailbox).unionAll(former);
  return db.selectFrom('leads').where('leads.id', 'in', ids);
}

export async function formerAddresses(db: Tx, leadIds: readonly string[]): Promise<LeadAddressRow[]> {
  if (leadIds.length === 0) return [];
  return db.selectFrom('lead_addresses').selectAll().where('lead_id', 'in', leadIds).orderBy('until').orderBy('id').execute();
}
