import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('papers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('descr', 'text', (c) => c.notNull())
    .addColumn('sample', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('pdf', sql`bytea`, (c) => c.notNull())
    .addColumn('pdf_digest', 'text', (c) => c.notNull())
    .addColumn('pdf_size', 'integer', (c) => c.notNull())
    .addColumn('image', sql`bytea`)
    .addColumn('image_digest', 'text')
    .addColumn('image_type', 'text')
    .execute();
}
