import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** The day on which staff come back to a request, and why. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('lead_work').addColumn('come_back', 'text').execute();
  await db.schema.alterTable('lead_work').addColumn('come_back_why', 'text').execute();
  await sql`create index lead_work_come_back on lead_work (come_back) where come_back is not null`.execute(db);
  await db.schema.alterTable('staff_accounts').addColumn('morning_mail', 'integer').execute();
}
