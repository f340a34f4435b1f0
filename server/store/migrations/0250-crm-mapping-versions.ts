import type { Unmigrated } from './migration.ts';

/** Which version of a CRM's mapping somebody has seen who changes it, and what a field had that is not sent just now. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('crm_mapping').addColumn('kept_source', 'text').execute();
  await db.schema
    .createTable('crm_mappings')
    .addColumn('crm', 'text', (c) => c.primaryKey())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
}
