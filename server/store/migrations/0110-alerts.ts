import type { Unmigrated } from './migration.ts';

/** Alerts that were sent: one row for each cause, so that several servers send each alert once. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('cause', 'text', (c) => c.primaryKey())
    .addColumn('opened_at', 'bigint', (c) => c.notNull())
    .addColumn('told_at', 'bigint', (c) => c.notNull())
    .addColumn('told_count', 'integer', (c) => c.notNull())
    .addColumn('closed_at', 'bigint')
    .execute();
}
