import type { Unmigrated } from './migration.ts';

/** Who of the staff made a draft of a track record, and who published a version. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('record_drafts').addColumn('drafted_by', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('drafted_by', 'text').execute();
  await db.schema.alterTable('track_records').addColumn('published_by', 'text').execute();
}
