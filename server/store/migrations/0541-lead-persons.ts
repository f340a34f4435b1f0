import type { Unmigrated } from './migration.ts';

/** Requests of one person under several addresses, as staff say. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('lead_persons')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('person', 'text', (c) => c.notNull())
    .addColumn('linked_by', 'text', (c) => c.notNull())
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('lead_persons_person').on('lead_persons').column('person').execute();
}
