import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/** The site's texts as staff changed them. Published versions are only added, whoever writes to the store. */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema
    .createTable('content_versions')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('published_at', 'bigint', (c) => c.notNull())
    .addColumn('published_by', 'text', (c) => c.notNull())
    .addColumn('drafted_by', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('content_drafts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('changes', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('drafted_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('publish_at', 'bigint')
    .addColumn('approved_by', 'text')
    .execute();
  await sql`create index content_drafts_open on content_drafts (state, publish_at) where state = 'open'`.execute(db);
  if (dialect === 'postgres') {
    // refuse_staff_action refuses for any table: its message names the table of the trigger.
    await sql`create trigger content_versions_unchanged before update or delete on content_versions
      for each row execute function refuse_staff_action()`.execute(db);
    await sql`create trigger content_versions_whole before truncate on content_versions
      for each statement execute function refuse_staff_action()`.execute(db);
    return;
  }
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.id(`content_versions_${change}`)} before ${sql.raw(change)} on content_versions begin
      select raise(abort, 'content_versions is only added to'); end`.execute(db);
}
