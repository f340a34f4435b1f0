import type { Unmigrated } from './migration.ts';

/** Meetings that staff book, which do not count as choices of the visitor. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('by_staff', 'integer').execute();
  await db.schema.alterTable('bookings').addColumn('chosen_at', 'bigint').execute();
}
