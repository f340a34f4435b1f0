import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('set null'))
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema.createIndex('uploads_lead').on('uploads').column('lead_id').execute();
  await db.schema.createIndex('uploads_day').on('uploads').columns(['created_at', 'size']).execute();
  await sql`insert into uploads (key, size, created_at, lead_id) select key, size, created_at, lead_id from files`.execute(db);
}
