import type { Unmigrated } from './migration.ts';

/** Conditions that a server reports as needing attention, for whichever server sends the alerts. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('alert_signals')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_signals_key', ['kind', 'subject'])
    .execute();
}
