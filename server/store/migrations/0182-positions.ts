import type { Unmigrated } from './migration.ts';

/** Positions that were opened, edited or closed at the desk. Each replaces the built position with its slug. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('positions')
    .addColumn('slug', 'text', (c) => c.primaryKey())
    .addColumn('posting', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_by', 'text', (c) => c.notNull())
    .execute();
}
