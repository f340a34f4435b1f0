import type { Unmigrated } from './migration.ts';

/** One row that is written repeatedly to check whether the store accepts writes. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('probes')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
