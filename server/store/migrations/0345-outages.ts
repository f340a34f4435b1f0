import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** What does not work at present, and what a job's next run has to know of those before. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('outages')
    .addColumn('resource', 'text', (c) => c.primaryKey())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('next_try_at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('jobs').addColumn('failing_since', 'bigint').execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('unended', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('jobs')
    .addColumn('perhaps_done', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('jobs').addColumn('served', 'text').execute();
  // Given up after 80 tries within minutes, because a server that greets was taken for one that works.
  const now = Date.now();
  await sql`update jobs set status = 'ready', run_at = ${now}, attempts = 0, waiting_on = null, finished_at = null
    where status = 'dead' and created_at > ${now - FORTNIGHT}
      and (last_error like 'Unavailable: mail cannot leave%' or last_error like 'Unavailable: the scanner does not answer%')`.execute(db);
}

/** Milliseconds. What is older is wanted no more, or known by other ways. */
const FORTNIGHT = 14 * 24 * 3_600_000;
