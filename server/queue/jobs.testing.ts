import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { defineJob, type AnyJob, type Job, type JobContext, type JobOutcome } from './job.ts';
import { listJobs } from './job-queue.ts';
import { createWorker, type Worker, type WorkerOptions } from './worker.ts';

export type Clock = { now: () => number; pass: (ms: number) => void };

export function stoppedClock(at = Date.UTC(2025, 0, 15, 12)): Clock {
  let time = at;
  return { now: () => time, pass: (ms) => (time += ms) };
}

/** A worker whose pauses are not random. */
export function testWorker<Services>(
  store: Store,
  jobs: readonly AnyJob<Services>[],
  options: Partial<WorkerOptions<Services>> & { now: () => number },
): Worker {
  const worker = createWorker({ store, jobs, services: {} as Services, log: silent, random: () => 0.5, alone: false, ...options });
  onTestFinished(() => worker.stop(0));
  return worker;
}

type Numbered = { n: number };

export function job(
  run: (n: number, context: JobContext) => Promise<JobOutcome> | JobOutcome,
  more: { maxAttempts?: number; name?: string } = {},
): Job<Numbered, Numbered, unknown> {
  return defineJob({ name: 'test.job', payload: v.object({ n: v.number() }), ...more, run: async ({ n }, context) => run(n, context) });
}

export async function only(store: Store): Promise<JobRow> {
  const rows = await listJobs(store.db);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

/** The context of a run without a worker. */
export function idleContext<Services>(services: Services, now: () => number): JobContext<Services> {
  return {
    id: 'x',
    attempt: 1,
    signal: new AbortController().signal,
    services,
    now,
    reach: async () => {},
    recovered: () => {},
    perhapsDone: 0,
    markPerhapsDone: async () => {},
    writeAtEnd: () => {},
    served: [],
  };
}

/** Adds copies of the only job. */
export async function copyJob(store: Store, copies: number): Promise<void> {
  const { id: _, ...row } = await store.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  await sql`insert into jobs (id, ${columns})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${copies})
    select 'copy ' || n, ${columns} from jobs, numbers`.execute(store.db);
}
