import type { Unmigrated } from './migration.ts';

/** One row, written again and again: whether the store takes a write is known by writing. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('probes')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
