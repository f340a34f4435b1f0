import type { Store } from '../store/store.ts';
import type { AnyJob } from './job.ts';
import { insertJobs, jobRow } from './job-queue.ts';

/** Enqueues each job that repeats by itself once per period, however many workers there are. */
export function createScheduler<Services>(
  store: Store,
  { jobs, services }: { jobs: readonly AnyJob<Services>[]; services: Services },
  now: () => number,
): () => Promise<boolean> {
  const last = new Map<string, number>();
  return async () => {
    let some = false;
    for (const job of jobs) {
      if (job.every === undefined || job.repeats?.(services) === false) continue;
      const period = Math.floor(now() / job.every);
      if (last.get(job.name) === period) continue;
      await insertJobs(store.db, [jobRow(job, {}, { now: now(), uniqueKey: `every:${job.name}:${period}` })]);
      last.set(job.name, period);
      some = true;
    }
    return some;
  };
}
