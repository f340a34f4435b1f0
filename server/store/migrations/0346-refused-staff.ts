import type { Unmigrated } from './migration.ts';

/** Addresses of colleagues that the mail server refuses, while others of the same mail have it. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('refused_staff')
    .addColumn('address', 'text', (c) => c.primaryKey())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('mails', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute();
}
