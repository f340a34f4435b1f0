import type { Unmigrated } from './migration.ts';

/** Which of the staff are away, and when each last got a lead in turn. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_accounts').addColumn('away', 'integer').execute();
  await db.schema.alterTable('staff_accounts').addColumn('turn_at', 'bigint').execute();
}
