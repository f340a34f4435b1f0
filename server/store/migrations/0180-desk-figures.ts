import type { Unmigrated } from './migration.ts';

/** The staff accounts that drafted and published a version of a track record. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('record_drafts').addColumn('drafted_by', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('drafted_by', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('published_by', 'text').execute();
}
