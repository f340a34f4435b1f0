import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Resources that are down, and what the next run of a job needs to know of its earlier runs. */
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
  // Retries jobs that died after 80 attempts within minutes, because a server that only sent its greeting was taken for a working one.
  const now = Date.now();
  await sql`update jobs set status = 'ready', run_at = ${now}, attempts = 0, waiting_on = null, finished_at = null
    where status = 'dead' and created_at > ${now - FORTNIGHT}
      and (last_error like 'Unavailable: mail cannot leave%' or last_error like 'Unavailable: the scanner does not answer%')`.execute(db);
}

/** Milliseconds. Older jobs are no longer wanted, or were handled in another way. */
const FORTNIGHT = 14 * 24 * 3_600_000;
