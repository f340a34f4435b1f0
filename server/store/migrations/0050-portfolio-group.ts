import type { Unmigrated } from './migration.ts';

/** What calls and pages name a group has that name here, too. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('portfolios').renameColumn('collection', 'group').execute();
}
