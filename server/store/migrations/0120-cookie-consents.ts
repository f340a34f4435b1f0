import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('cookie_consents')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('choice_id', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('text_version', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('cookie_consents_choice').on('cookie_consents').columns(['choice_id', 'at']).execute();
  await db.schema.createIndex('cookie_consents_at').on('cookie_consents').column('at').execute();
}
