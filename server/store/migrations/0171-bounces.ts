import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Finds the few bounce entries of the history without reading all others. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index lead_events_bounced on lead_events (at)
    where kind in ('mail came back for good', 'mail came back', 'mail called spam')`.execute(db);
}
