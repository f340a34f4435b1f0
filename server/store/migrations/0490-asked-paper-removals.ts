import type { Unmigrated } from './migration.ts';

/** A paper's removal that one person asked for and another one decides: it stands for the paper that was public when it was asked for. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('papers').addColumn('removal_asked_at', 'bigint').execute();
  await db.schema.alterTable('papers').addColumn('removal_asked_by', 'text').execute();
  await db.schema.alterTable('papers').addColumn('removal_asked_reason', 'text').execute();
  await db.schema.alterTable('papers').addColumn('removal_asked_added_at', 'bigint').execute();
}
