import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Indexes by which retention finds what is over, however much there is. None of them is written by a form. SQLite would
 * prefer `leads_status` to an index without the column `status`. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index leads_verified on leads (status, verified_at) where status = 'verified'`.execute(db);
  await sql`create index leads_spam on leads (created_at) where suspected_spam = 1`.execute(db);
  await sql`create index jobs_done on jobs (status, finished_at) where status = 'done'`.execute(db);
  await sql`create index notices_told on notices (told_at) where told_at is not null`.execute(db);
  await db.schema.createIndex('mail_log_at').on('mail_log').column('at').execute();
  await db.schema.createIndex('verifications_expiry').on('verifications').column('expires_at').execute();
}
