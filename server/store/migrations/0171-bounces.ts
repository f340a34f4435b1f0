import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** The few entries of the history that tell of bounces are found without reading the many others. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index lead_events_bounced on lead_events (at)
    where kind in ('mail came back for good', 'mail came back', 'mail called spam')`.execute(db);
}
