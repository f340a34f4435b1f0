import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Drafts of papers, one for each paper. Papers get their date, their portfolios, and the accounts that drafted and published them. */
export async function up(db: Unmigrated): Promise<void> {
  for (const column of ['dated', 'portfolios', 'drafted_by', 'published_by'])
    await db.schema.alterTable('papers').addColumn(column, 'text').execute();
  await db.schema
    .createTable('paper_drafts')
    // No foreign key: the paper exists only once its first draft is published.
    .addColumn('paper_id', 'text', (c) => c.primaryKey())
    .addColumn('draft', 'text', (c) => c.notNull())
    .addColumn('base_added_at', 'bigint')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('descr', 'text', (c) => c.notNull())
    .addColumn('dated', 'text')
    .addColumn('portfolios', 'text', (c) => c.notNull())
    .addColumn('first', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('drafted_by', 'text', (c) => c.notNull())
    .addColumn('pdf', sql`bytea`, (c) => c.notNull())
    .addColumn('pdf_size', 'integer', (c) => c.notNull())
    .addColumn('image', sql`bytea`)
    .addColumn('image_type', 'text')
    .execute();
}
