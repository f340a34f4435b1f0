import type { Log } from '../log.ts';
import { isStoreDown } from '../store/errors.ts';
import { onceEach, storeFault } from '../store/store-fault.ts';
import type { Store } from '../store/store.ts';
import type { AnyJob } from './job.ts';
import { insertJobs, jobRow, releaseWaiting } from './job-queue.ts';

/** Logs when the store goes, by what is wrong with it, and when it comes back; not every time it is asked in between. Each source has its say. */
export function createDownReporter(log: Log): (source: string) => (error: unknown) => void {
  const tell = onceEach((fault) => {
    if (fault === undefined) log.info({}, 'the store answers again');
    else log.warn({}, `jobs wait: ${fault}`);
  });
  // A store may be read while it takes no write: what is well for one does not end what the other is told.
  const faults = new Map<string, string | undefined>();
  return (source) => (error) => {
    if (error === undefined || isStoreDown(error)) {
      faults.set(source, error === undefined ? undefined : storeFault(error));
      tell([...faults.values()].find((fault) => fault !== undefined));
    } else log.error({ reason: error instanceof Error ? error.message : undefined }, 'the jobs worker met an unexpected error');
  };
}

export type Probe = () => Promise<boolean>;

/** Jobs that failed for want of a resource run as soon as it is known to work again. */
export function createResourceRecovery(store: Store, log: Log, now: () => number, probes: Readonly<Record<string, Probe>> = {}) {
  // Where nothing is known to wait, a success costs no query. What waits from before is unknown.
  const mayWait = new Set(Object.keys(probes));
  let rounds = 0;
  let probing = false;

  async function recovered(resource: string): Promise<boolean> {
    if (!mayWait.delete(resource)) return false;
    try {
      const released = await releaseWaiting(store.db, resource, now());
      if (released > 0) log.info({ resource, jobs: released }, 'works again: what waited for it runs now');
      return released > 0;
    } catch (error) {
      mayWait.add(resource);
      throw error;
    }
  }

  async function isAwaited(resource: string): Promise<boolean> {
    const query = store.db.selectFrom('jobs').select('id').where('waiting_on', '=', resource);
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    missing: (resource: string): void => void mayWait.add(resource),
    recovered,
    /** Asks the probes every other time it is called, one round at a time; true when jobs were released. */
    async probe(): Promise<boolean> {
      rounds += 1;
      if (probing || rounds % 2 === 0) return false;
      probing = true;
      try {
        let released = false;
        for (const [resource, works] of Object.entries(probes)) {
          if (!(await isAwaited(resource)) || !(await works())) continue;
          mayWait.add(resource);
          released = (await recovered(resource)) || released;
        }
        return released;
      } finally {
        probing = false;
      }
    },
  };
}

/** Enqueues each job that repeats by itself once per period, however many workers there are. */
export function createScheduler<Services>(store: Store, jobs: readonly AnyJob<Services>[], now: () => number): () => Promise<boolean> {
  const last = new Map<string, number>();
  return async () => {
    let some = false;
    for (const job of jobs) {
      if (job.every === undefined) continue;
      const period = Math.floor(now() / job.every);
      if (last.get(job.name) === period) continue;
      await insertJobs(store.db, [jobRow(job, {}, { now: now(), uniqueKey: `every:${job.name}:${period}` })]);
      last.set(job.name, period);
      some = true;
    }
    return some;
  };
}
