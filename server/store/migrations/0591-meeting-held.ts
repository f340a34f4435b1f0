import type { Unmigrated } from './migration.ts';

/** Whether the last meeting with a lead was held, as staff mark it. */
export async function up(db: Unmigrated): Promise<void> {
  for (const table of ['lead_work', 'lead_index']) await db.schema.alterTable(table).addColumn('held', 'text').execute();
}
