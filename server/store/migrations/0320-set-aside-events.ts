import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Index of history entries that could not be indexed: they are looked for each minute and are rare. Older servers ignore them. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index lead_events_set_aside on lead_events (lead_id) where pending = 2`.execute(db);
}
