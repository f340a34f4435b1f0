import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('record_drafts')
    // No foreign key: the portfolio exists only once its first draft is published.
    .addColumn('portfolio_id', 'text', (c) => c.notNull())
    .addColumn('draft', 'integer', (c) => c.notNull())
    .addColumn('base_version', 'integer')
    .addColumn('group', 'text', (c) => c.notNull().check(sql`"group" in ('website', 'cognitive')`))
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('frequency', 'text', (c) => c.notNull())
    .addColumn('first_day', 'integer', (c) => c.notNull())
    .addColumn('last_day', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('days', sql`bytea`, (c) => c.notNull())
    .addColumn('portfolio', sql`bytea`, (c) => c.notNull())
    .addColumn('benchmark', sql`bytea`)
    .addColumn('benchmark2', sql`bytea`)
    .addPrimaryKeyConstraint('record_drafts_key', ['portfolio_id', 'draft'])
    .execute();

  await db.schema.alterTable('track_records').addColumn('sample', 'integer').execute();
  await db.schema.alterTable('track_records').addColumn('source', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('reason', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('changes', 'text').execute();
}
