import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('leads').addColumn('owner_answer', 'text').execute();

  await db.schema.alterTable('verifications').addColumn('address_key', 'text').execute();
  await db.schema.alterTable('verifications').addColumn('sent_at', 'bigint').execute();
  await sql`update verifications set address_key = (select email_key from leads where leads.id = verifications.lead_id)`.execute(db);
  // A link is created before its mail is sent. The first release of this migration marked all links as sent; 0347 corrects that.
  await sql`update verifications set sent_at = created_at where exists (
    select 1 from lead_events where lead_events.lead_id = verifications.lead_id
      and lead_events.kind = 'verification mail sent' and lead_events.at >= verifications.created_at)`.execute(db);
  await db.schema.createIndex('verifications_address').on('verifications').columns(['address_key', 'sent_at']).execute();

  await db.schema
    .alterTable('mail_log')
    .addColumn('first_mail', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update mail_log set first_mail = 1 where kind in ('verification', 'applicant')`.execute(db);
  await sql`create index mail_log_first on mail_log (at) where first_mail = 1`.execute(db);

  await db.schema
    .createTable('notices')
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('mail_job', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('told_at', 'bigint')
    .addPrimaryKeyConstraint('notices_key', ['lead_id', 'kind'])
    .execute();
  await sql`create index notices_waiting on notices (kind, due_at) where told_at is null`.execute(db);
}
