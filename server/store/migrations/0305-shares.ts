import type { Unmigrated } from './migration.ts';

/** How much of its share the sender behind a job had used, and the mailbox whose limits a mail counts for. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('load', 'integer').execute();
  await db.schema.alterTable('mail_log').addColumn('limit_key', 'text').execute();
  await db.schema.createIndex('mail_log_limit_key').on('mail_log').columns(['limit_key', 'at']).execute();
}
