import type { Unmigrated } from './migration.ts';

/** How often each page was seen on a day, and how often a form was opened on it, by source and campaign. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('page_views')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('campaign', 'text', (c) => c.notNull())
    .addColumn('referrer', 'text', (c) => c.notNull())
    .addColumn('sample', 'integer', (c) => c.notNull())
    .addColumn('seen', 'integer', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('page_views_key', ['day', 'page', 'source', 'campaign', 'referrer', 'sample'])
    .execute();
}
