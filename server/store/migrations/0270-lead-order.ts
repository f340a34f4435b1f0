import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/** A colleague's leads, and those of a state, in the order of the list: the newest may have none. SQLite's search has them in that order. */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`create index lead_index_owner on lead_index (owner, pos) where owner is not null`.execute(db);
  await sql`create index lead_index_state on lead_index (state, pos) where state <> 'new'`.execute(db);
}
