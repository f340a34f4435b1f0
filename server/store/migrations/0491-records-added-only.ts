import { sql } from 'kysely';
import type { Dialects, Unmigrated } from './migration.ts';

/**
 * Makes published track records append-only, whoever writes to the store. One change is let through: the mark of samples, which versions from before it lack, is
 * set once.
 */
export async function up(db: Unmigrated, dialect: Dialects): Promise<void> {
  const differs = sql.raw(dialect === 'postgres' ? 'is distinct from' : 'is not');
  const others = columns.map((name) => sql`old.${sql.ref(name)} ${differs} new.${sql.ref(name)}`);
  const changed = sql`old.sample is not null or new.sample is null or ${sql.join(others, sql` or `)}`;
  if (dialect === 'postgres') {
    // refuse_staff_action refuses for any table: its message names the table of the trigger.
    await sql`create trigger track_records_unchanged before update on track_records
      for each row when (${changed}) execute function refuse_staff_action()`.execute(db);
    await sql`create trigger track_records_undeleted before delete on track_records
      for each row execute function refuse_staff_action()`.execute(db);
    await sql`create trigger track_records_whole before truncate on track_records
      for each statement execute function refuse_staff_action()`.execute(db);
    return;
  }
  const refuse = sql`begin select raise(abort, 'track_records is only added to'); end`;
  await sql`create trigger track_records_unchanged before update on track_records when ${changed} ${refuse}`.execute(db);
  await sql`create trigger track_records_undeleted before delete on track_records ${refuse}`.execute(db);
}

/** The columns that versions without a mark have. */
const columns = [
  'portfolio_id',
  'version',
  'recorded_at',
  'about',
  'frequency',
  'first_day',
  'last_day',
  'digest',
  'days',
  'portfolio',
  'benchmark',
  'benchmark2',
  'source',
  'reason',
  'changes',
  'drafted_by',
  'published_by',
];
