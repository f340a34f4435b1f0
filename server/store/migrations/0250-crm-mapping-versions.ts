import type { Unmigrated } from './migration.ts';

/** The version of a CRM's mapping, to detect conflicting changes, and the source of a field that is switched off. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('crm_mapping').addColumn('kept_source', 'text').execute();
  await db.schema
    .createTable('crm_mappings')
    .addColumn('crm', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
}
