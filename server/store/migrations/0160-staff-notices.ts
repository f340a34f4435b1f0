import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Notices to staff: a note mentions them, or a request was assigned to them. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('staff_notices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('event_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('named', 'assigned')`))
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('mailed_at', 'bigint')
    .execute();
  await db.schema.createIndex('staff_notices_account').on('staff_notices').columns(['account_id', 'id']).execute();
  await sql`create index staff_notices_unread on staff_notices (account_id) where read_at is null`.execute(db);
  await db.schema.createIndex('staff_notices_lead').on('staff_notices').column('lead_id').execute();
}
