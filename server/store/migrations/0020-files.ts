import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scan', 'text', (c) => c.notNull().check(sql`scan in ('unscanned', 'pending', 'clean', 'infected')`))
    .addColumn('scan_detail', 'text')
    .addColumn('scanned_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('files_lead').on('files').column('lead_id').execute();
  await db.schema.createIndex('leads_kind').on('leads').columns(['kind', 'created_at']).execute();
}
