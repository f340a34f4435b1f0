import type { Unmigrated } from './migration.ts';

/** The risk-free rates with which a reporting date was published. An older server leaves them out. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('reporting_dates').addColumn('rates', 'text').execute();
}
