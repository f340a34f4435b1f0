import type { Unmigrated } from './migration.ts';

/** Who an account is at the company’s OpenID provider, so that an address that is given to somebody else there signs nobody in here. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('staff_accounts').addColumn('provider_subject', 'text').execute();
  await db.schema.createIndex('staff_accounts_provider').on('staff_accounts').column('provider_subject').execute();
}
