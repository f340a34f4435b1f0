import type { Unmigrated } from './migration.ts';

/** How often each colleague is mailed what the desk has for them. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_accounts').addColumn('notice_mails', 'text').execute();
}
