import type { Unmigrated } from './migration.ts';

/** Links by which times may be chosen anew. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('booking_links').addColumn('renews', 'integer').execute();
}
