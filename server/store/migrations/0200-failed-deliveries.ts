import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** What was given up is counted each minute, and at each scrape: it is little of much. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index deliveries_failed on deliveries (endpoint_id) where status = 'failed'`.execute(db);
}
