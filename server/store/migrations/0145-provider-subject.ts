import type { Unmigrated } from './migration.ts';

/** The account's subject at the company’s OpenID provider: an address that the provider reassigns to somebody else must not sign that person in here. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_accounts').addColumn('provider_subject', 'text').execute();
  await db.schema.createIndex('staff_accounts_provider').on('staff_accounts').column('provider_subject').execute();
}
