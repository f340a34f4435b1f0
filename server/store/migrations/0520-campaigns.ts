import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/** Campaign pages. Published versions are only added, whoever writes to the store. */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema
    .createTable('campaign_versions')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('campaign', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addColumn('published_by', 'text', (c) => c.notNull())
    .addColumn('drafted_by', 'text', (c) => c.notNull())
    .execute();
  await sql`create index campaign_versions_of on campaign_versions (campaign, number)`.execute(db);
  await db.schema
    .createTable('campaign_drafts')
    .addColumn('campaign', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('drafted_by', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('publish_at', 'bigint')
    .addColumn('approved_by', 'text')
    .execute();
  if (dialect === 'postgres') {
    // refuse_staff_action refuses for any table: its message names the table of the trigger.
    await sql`create trigger campaign_versions_unchanged before update or delete on campaign_versions
      for each row execute function refuse_staff_action()`.execute(db);
    await sql`create trigger campaign_versions_whole before truncate on campaign_versions
      for each statement execute function refuse_staff_action()`.execute(db);
    return;
  }
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.id(`campaign_versions_${change}`)} before ${sql.raw(change)} on campaign_versions begin
      select raise(abort, 'campaign_versions is only added to'); end`.execute(db);
}
