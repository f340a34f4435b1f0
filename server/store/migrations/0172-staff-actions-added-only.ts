import { sql } from 'kysely';
import { postgresFunctions } from '../database/postgres-functions.ts';
import type { Dialects, Unmigrated } from './migration.ts';

/**
 * Makes the record of staff actions append-only, whoever writes to the store. Only retention removes rows, and first records the time before which it
 * removes them, in a table whose rows cannot be changed or removed.
 */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema
    .createTable('staff_action_removals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('before', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('staff_action_removals_before').on('staff_action_removals').column('before').execute();
  await db.schema.createIndex('staff_actions_account').on('staff_actions').columns(['account_id', 'id']).execute();
  await db.schema.createIndex('staff_actions_action').on('staff_actions').columns(['action', 'id']).execute();
  if (dialect === 'postgres') await onPostgres(db);
  else await onSqlite(db);
}

const DECLARED = sql`(select max("before") from staff_action_removals)`;

async function onSqlite(db: Unmigrated): Promise<void> {
  const refuse = (words: string) => sql`select raise(abort, ${sql.lit(words)})`;
  for (const table of ['staff_actions', 'staff_action_removals'] as const)
    await sql`create trigger ${sql.id(`${table}_unchanged`)} before update on ${sql.id(table)} begin
      ${refuse(`${table} is only added to`)}; end`.execute(db);
  await sql`create trigger staff_actions_undeleted before delete on staff_actions
    when old.at >= coalesce(${DECLARED}, 0) begin ${refuse('staff_actions is only added to')}; end`.execute(db);
  await sql`create trigger staff_action_removals_undeleted before delete on staff_action_removals begin
    ${refuse('staff_action_removals is only added to')}; end`.execute(db);
}

async function onPostgres(db: Unmigrated): Promise<void> {
  await sql.raw(postgresFunctions()).execute(db);
  for (const table of ['staff_actions', 'staff_action_removals'] as const) {
    await sql`create trigger ${sql.id(`${table}_unchanged`)} before update or delete on ${sql.id(table)}
      for each row execute function refuse_staff_action()`.execute(db);
    await sql`create trigger ${sql.id(`${table}_whole`)} before truncate on ${sql.id(table)}
      for each statement execute function refuse_staff_action()`.execute(db);
  }
}
