import { parse } from 'valibot';
import { announceWork } from '../store/announcements.ts';
import { newId } from '../store/id.ts';
import { insertRows, rowsFor, type TableRows } from '../store/insert-rows.ts';
import type { JobRow, JobStatus } from '../store/tables/queue-tables.ts';
import type { Load } from '../store/shares/pots.ts';
import type { Tx } from '../store/store.ts';
import type { JobFor } from './job.ts';

export type JobOptions = {
  id?: string;
  runAt?: number;
  /** At most one job with this key is ever enqueued. */
  uniqueKey?: string;
  now?: number;
  load?: Load;
};

export function jobRow<Input>(job: JobFor<Input>, payload: Input, options: JobOptions = {}): JobRow {
  const now = options.now ?? Date.now();
  parse(job.payload, payload);
  return {
    id: options.id ?? newId(now),
    name: job.name,
    payload: JSON.stringify(payload),
    unique_key: options.uniqueKey ?? null,
    status: 'ready',
    run_at: options.runAt ?? now,
    attempts: 0,
    max_attempts: job.maxAttempts,
    locked_by: null,
    locked_until: null,
    last_error: null,
    waiting_on: null,
    created_at: now,
    finished_at: null,
    load: options.load ?? null,
    failing_since: null,
    unended: 0,
    perhaps_done: 0,
    served: null,
  };
}

/** Jobs without a unique key, to be stored with other rows. */
export function jobRows(rows: readonly JobRow[]): TableRows {
  return rowsFor('jobs', rows);
}

export async function insertJobs(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  if (rows.length === 0) return;
  await insertRows(tx, [rowsFor('jobs', rows, { key: ['unique_key'] })]);
  announceWork(tx);
}

/** Enqueues one job in the caller's transaction. Undefined when its unique key is taken. */
export async function enqueue<Input>(tx: Tx, job: JobFor<Input>, payload: Input, options: JobOptions = {}): Promise<string | undefined> {
  const row = jobRow(job, payload, options);
  const inserted = await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('unique_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  announceWork(tx);
  return inserted?.id;
}

/** Value of `waiting_on` for a job that a person released: it waits for nothing any more. */
export const released = 'released';

/** Value of `waiting_on` for a mail whose sender has used their share: it leaves when there is room (mail/waiting-mails.ts). */
export const SHARE = 'share';

/** Makes a dead, held or waiting job run now, because a person asked for it, with its attempts reset. False when there is no such job. */
export async function retryJob(tx: Tx, id: string, now: number = Date.now()): Promise<boolean> {
  return (await retryJobs(tx, [id], now)) > 0;
}

/** The same for many jobs; the first that needs a resource that is down tries it at once. @returns how many were released */
export async function retryJobs(tx: Tx, ids: readonly string[], now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ status: 'ready', run_at: now, attempts: 0, waiting_on: released, finished_at: null, failing_since: null, perhaps_done: 0 })
    .where('id', 'in', ids)
    .where('status', 'in', ['dead', 'held', 'ready'])
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tx.updateTable('outages').set({ next_try_at: now }).execute();
  announceWork(tx);
  return Number(numUpdatedRows);
}

export async function listJobs(tx: Tx, filter: { status?: JobStatus; name?: string; limit?: number } = {}): Promise<JobRow[]> {
  let query = tx.selectFrom('jobs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc');
  if (filter.status) query = query.where('status', '=', filter.status);
  if (filter.name) query = query.where('name', '=', filter.name);
  return query.limit(filter.limit ?? 100).execute();
}

export async function countJobs(tx: Tx): Promise<Record<JobStatus, number>> {
  const rows = await tx
    .selectFrom('jobs')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counts = { ready: 0, running: 0, done: 0, dead: 0, held: 0 };
  for (const row of rows) counts[row.status] = row.count;
  return counts;
}

/** Deletes jobs that were done before the given time; what failed or is held stays. */
export async function purgeDone(tx: Tx, before: number): Promise<number> {
  const result = await tx.deleteFrom('jobs').where('status', '=', 'done').where('finished_at', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
