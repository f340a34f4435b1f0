import type { Unmigrated } from './migration.ts';

/** Pictures that staff put on the site: where the files of each are. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('picture_files')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('stored_at', 'bigint')
    .addColumn('removed_at', 'bigint')
    .execute();
  await db.schema.createIndex('picture_files_name').on('picture_files').columns(['picture', 'name']).execute();
}
