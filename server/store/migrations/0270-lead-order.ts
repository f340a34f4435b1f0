import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/**
 * Indexes for the leads of an owner and of a state in list order, since the newest leads may have neither. SQLite's search returns them in that order
 * already.
 */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`create index lead_index_owner on lead_index (owner, pos) where owner is not null`.execute(db);
  await sql`create index lead_index_state on lead_index (state, pos) where state <> 'new'`.execute(db);
}
