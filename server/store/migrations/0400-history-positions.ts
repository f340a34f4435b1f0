import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Gives the entries of histories an order that every subscriber follows from a position of its own. Older servers leave new entries without a number. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('lead_events').addColumn('seq', 'bigint').execute();
  await sql`create index lead_events_seq on lead_events (seq) where seq is not null`.execute(db);
  await sql`create index lead_events_unnumbered on lead_events (lead_id) where pending = 1 and seq is null`.execute(db);
  await db.schema
    .createTable('history_positions')
    .addColumn('subscriber', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('history_set_aside')
    .addColumn('subscriber', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('history_set_aside_key', ['subscriber', 'lead_id'])
    .execute();
  await db.schema.createIndex('history_set_aside_lead').on('history_set_aside').column('lead_id').execute();
}
