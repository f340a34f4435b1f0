import type { Unmigrated } from './migration.ts';

/** How often each form was opened on a day. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('form_opens')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('caller', 'text', (c) => c.notNull())
    .addColumn('sample', 'integer', (c) => c.notNull())
    .addColumn('opened', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('form_opens_key', ['day', 'caller', 'sample'])
    .execute();
}
