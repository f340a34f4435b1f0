import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Entries that could not be taken in are looked for each minute, and there are hardly ever any. A server of before leaves them alone. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index lead_events_set_aside on lead_events (lead_id) where pending = 2`.execute(db);
}
