import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Index of failed deliveries, which are counted each minute and at each scrape: they are few among many rows. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index deliveries_failed on deliveries (endpoint_id) where status = 'failed'`.execute(db);
}
