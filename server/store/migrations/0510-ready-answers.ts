import type { Unmigrated } from './migration.ts';

/** What staff changed of ready answers, and those that they wrote: a row for each version. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('ready_answers')
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('section', 'text', (c) => c.notNull())
    .addColumn('owner', 'text')
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('removed', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('ready_answers_pk', ['id', 'version'])
    .execute();
}
