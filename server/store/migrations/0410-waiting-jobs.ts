import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Indexes by which the jobs that go first are found among those that wait, however many wait. A form writes to none of them. */
export async function up(db: Unmigrated): Promise<void> {
  await sql`create index jobs_waiting_due on jobs (waiting_on, status, run_at) where waiting_on is not null`.execute(db);
  const ready = sql`where waiting_on is not null and status = 'ready'`;
  await sql`create index jobs_waiting_first on jobs (waiting_on, perhaps_done, attempts, coalesce(load, 0), created_at, id) ${ready}`.execute(
    db,
  );
  await sql`create index jobs_waiting_share on jobs (waiting_on, coalesce(load, 0), created_at desc) ${ready}`.execute(db);
}
