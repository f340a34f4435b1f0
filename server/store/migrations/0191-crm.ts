import type { Unmigrated } from './migration.ts';

/** Which CRM contact a request became, and the staff's changes to the mapping of its data to the CRM's fields. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('crm_contacts')
    .addColumn('crm', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.notNull())
    .addColumn('contact_id', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('crm_contacts_once', ['crm', 'lead_id'])
    .execute();
  await db.schema
    .createTable('crm_mapping')
    .addColumn('crm', 'text', (c) => c.notNull())
    .addColumn('property', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('crm_mapping_once', ['crm', 'property'])
    .execute();
}
