import type { Unmigrated } from './migration.ts';

/** What a change of several requests at once did to each of them. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('work_batches')
    .addColumn('batch', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('changed_by', 'text')
    .addColumn('before', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('work_batches_key', ['batch', 'lead_id'])
    .execute();
  await db.schema.createIndex('work_batches_lead').on('work_batches').column('lead_id').execute();
  await db.schema.createIndex('work_batches_at').on('work_batches').column('at').execute();
}
