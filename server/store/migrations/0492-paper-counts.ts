import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Indexes by which the desk counts how often each paper was asked for and sent. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.createIndex('lead_days_value').on('lead_days').columns(['dimension', 'value']).execute();
  await sql`create index lead_events_paper_sent on lead_events (detail) where kind = 'paper sent'`.execute(db);
}
