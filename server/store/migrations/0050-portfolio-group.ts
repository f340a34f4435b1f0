import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('portfolios').renameColumn('collection', 'group').execute();
}
