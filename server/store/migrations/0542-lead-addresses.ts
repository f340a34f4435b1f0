import type { Unmigrated } from './migration.ts';

/** Addresses that a request had before staff corrected it. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('lead_addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('confirmed', 'integer', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('lead_addresses_key').on('lead_addresses').column('email_key').execute();
  await db.schema.createIndex('lead_addresses_lead').on('lead_addresses').column('lead_id').execute();
}
