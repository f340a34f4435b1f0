import type { Unmigrated } from './migration.ts';

/** Marks booking links made by staff, by which a lead may choose times again. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('booking_links').addColumn('renews', 'integer').execute();
}
