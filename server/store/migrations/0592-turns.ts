import type { Unmigrated } from './migration.ts';

/** Who is away, and when a lead last came to whom in turn. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_accounts').addColumn('away', 'integer').execute();
  await db.schema.alterTable('staff_accounts').addColumn('turn_at', 'bigint').execute();
}
