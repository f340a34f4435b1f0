import type { Unmigrated } from './migration.ts';

/** Staff addresses that the mail server refuses while other recipients of the same mail are accepted. */
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
