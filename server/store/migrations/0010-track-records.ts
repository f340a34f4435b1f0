import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('portfolios')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('collection', 'text', (c) => c.notNull().check(sql`collection in ('website', 'cognitive')`))
    .addColumn('sample', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();

  // Blobs: bytea on PostgreSQL. SQLite stores a blob unchanged in a column of any type.
  await db.schema
    .createTable('track_records')
    .addColumn('portfolio_id', 'text', (c) => c.notNull().references('portfolios.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('recorded_at', 'bigint', (c) => c.notNull())
    .addColumn('about', 'text', (c) => c.notNull())
    .addColumn('frequency', 'text', (c) => c.notNull())
    .addColumn('first_day', 'integer', (c) => c.notNull())
    .addColumn('last_day', 'integer', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('days', sql`bytea`, (c) => c.notNull())
    .addColumn('portfolio', sql`bytea`, (c) => c.notNull())
    .addColumn('benchmark', sql`bytea`)
    .addColumn('benchmark2', sql`bytea`)
    .addPrimaryKeyConstraint('track_records_key', ['portfolio_id', 'version'])
    .execute();

  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
}
