import type { Unmigrated } from './migration.ts';

/** The words in which a request was asked, where staff had changed them. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('leads').addColumn('asked', 'text').execute();
}
