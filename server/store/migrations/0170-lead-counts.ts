import type { Unmigrated } from './migration.ts';

/** Counts of leads by day, and how each lead was counted. The server fills them in the background. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('lead_days')
    .addColumn('dimension', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('received', 'integer', (c) => c.notNull())
    .addColumn('spam', 'integer', (c) => c.notNull())
    .addColumn('linked', 'integer', (c) => c.notNull())
    .addColumn('verified', 'integer', (c) => c.notNull())
    .addColumn('answered', 'integer', (c) => c.notNull())
    .addColumn('met', 'integer', (c) => c.notNull())
    .addColumn('won', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('lead_days_key', ['dimension', 'day', 'value'])
    .execute();
  await db.schema
    .createTable('lead_counted')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('facts', 'text', (c) => c.notNull())
    .execute();
}
