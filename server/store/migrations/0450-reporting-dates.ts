import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/** The days that the site shows figures of. Rows are only added, whoever writes to the store. */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  await db.schema
    .createTable('reporting_dates')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('draft', 'integer')
    .execute();
  if (dialect === 'postgres') {
    // refuse_staff_action refuses for any table: its message names the table of the trigger.
    await sql`create trigger reporting_dates_unchanged before update or delete on reporting_dates
      for each row execute function refuse_staff_action()`.execute(db);
    await sql`create trigger reporting_dates_whole before truncate on reporting_dates
      for each statement execute function refuse_staff_action()`.execute(db);
    return;
  }
  for (const change of ['update', 'delete'])
    await sql`create trigger ${sql.id(`reporting_dates_${change}`)} before ${sql.raw(change)} on reporting_dates begin
      select raise(abort, 'reporting_dates is only added to'); end`.execute(db);
}
