import { sql } from 'kysely';
import { applicationStages } from '../../../contract/desk/application-stages.ts';
import type { Unmigrated } from './migration.ts';

/**
 * Work on applications: stages, ratings, answers, and consents to keep them longer. The index gets columns for listing them; the server indexes
 * existing applications as if they had just arrived.
 */
export async function up(db: Unmigrated): Promise<void> {
  const stages = sql.join(applicationStages.map((stage) => sql.lit(stage)));
  await sql`alter table lead_work add column stage text check (stage in (${stages}))`.execute(db);
  for (const name of ['position', 'stage', 'scan']) await db.schema.alterTable('lead_index').addColumn(name, 'text').execute();
  for (const name of ['rating', 'sample']) await db.schema.alterTable('lead_index').addColumn(name, 'integer').execute();
  await sql`create index lead_index_applications on lead_index (stage, position) where kind = 'application' and spam = 0`.execute(db);
  const applications = sql`select id from leads where kind = 'application'`;
  await sql`update lead_events set pending = 1 where kind = 'received' and lead_id in (${applications})`.execute(db);

  await db.schema
    .createTable('lead_ratings')
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('rating', 'integer', (c) => c.notNull().check(sql`rating between 1 and 5`))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('lead_ratings_key', ['lead_id', 'account_id'])
    .execute();

  await db.schema
    .createTable('application_mails')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('pool_days', 'integer')
    .addColumn('sent_at', 'bigint')
    .execute();
  await db.schema.createIndex('application_mails_lead').on('application_mails').column('lead_id').execute();

  await db.schema
    .createTable('retention_consents')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('days', 'integer', (c) => c.notNull())
    .addColumn('asked_at', 'bigint', (c) => c.notNull())
    .addColumn('pool_until', 'bigint')
    .execute();
}
