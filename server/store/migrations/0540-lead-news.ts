import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Notices of what happened to a request without a colleague's doing. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_notices').addColumn('news', 'text').execute();
  // A build before 3.4 that still runs counts the period of applications from their receipt. An announcement without counts makes it announce its
  // periods again, and remove nothing for most of a day.
  await sql`insert into privacy_log (id, at, action, actor, counts)
    select 'migration-0540', max(at) + 1, 'retention announced', 'server', '{}' from privacy_log
    where action = 'retention announced' having count(*) > 0`.execute(db);
}
