import type { Unmigrated } from './migration.ts';

/** The networks that requests came from, as keyed fingerprints, to detect floods. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('lead_sources')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().references('leads.id').onDelete('cascade'))
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('proven_at', 'bigint')
    .addColumn('flood', 'text')
    .execute();
  await db.schema.createIndex('lead_sources_network').on('lead_sources').columns(['network', 'at']).execute();
  await db.schema.createIndex('lead_sources_at').on('lead_sources').column('at').execute();
  await db.schema.createIndex('lead_sources_flood').on('lead_sources').column('flood').execute();
}
