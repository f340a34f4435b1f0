import type { Unmigrated } from './migration.ts';

/** The words of CVs, which HR searches. A job reads them. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('cv_texts')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
}
