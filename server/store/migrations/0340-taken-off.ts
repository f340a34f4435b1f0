import type { Unmigrated } from './migration.ts';

/** Who took a portfolio off the site, and why; and which client asked for a sign-in link. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('portfolios').addColumn('removed_by', 'text').execute();
  await db.schema.alterTable('portfolios').addColumn('removed_reason', 'text').execute();
  await db.schema.alterTable('staff_sign_ins').addColumn('asked_by', 'text').execute();
}
