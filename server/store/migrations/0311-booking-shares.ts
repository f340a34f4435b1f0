import type { Unmigrated } from './migration.ts';

/** The networks that a meeting was booked from, and how much of its share of times the sender had booked. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('networks', 'text').execute();
  await db.schema.alterTable('bookings').addColumn('load', 'integer').execute();
}
