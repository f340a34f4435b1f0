import type { Unmigrated } from './migration.ts';

export async function up(db: Unmigrated): Promise<void> {
  // A separate table, because `consents` has a check on `action` that the previous build relies on.
  await db.schema
    .createTable('withdrawals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('text_version', 'text', (c) => c.notNull())
    .addColumn('page', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('withdrawals_lead').on('withdrawals').column('lead_id').execute();

  await db.schema
    .createTable('consent_chain')
    .addColumn('seq', 'bigint', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('consent_id', 'text')
    .addColumn('salt', 'text')
    .addColumn('refers', 'bigint')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('consent_chain_consent').on('consent_chain').column('consent_id').execute();
}
