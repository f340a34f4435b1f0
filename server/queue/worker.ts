import { sql } from 'kysely';
import type { Log } from '../kernel/log.ts';
import { observations } from '../kernel/observations.ts';
import { isDamaged, isStoreDown } from '../store/errors.ts';
import { newId } from '../store/id.ts';
import { reportOnChange, storeFault } from '../store/store-fault.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Store } from '../store/store.ts';
import { createClockWatch } from './clock.ts';
import type { AnyJob } from './job.ts';
import type { LeaseLook } from './lease-lane.ts';
import { createLeaseWorker, type LeaseWorker } from './lease-worker.ts';
import { createLeases, type LeaseTable } from './leases.ts';
import { createOutages } from './outages.ts';
import { createRunner } from './runner.ts';
import { createScheduler } from './scheduler.ts';

export type WorkerOptions<Services> = {
  store: Store;
  jobs: readonly AnyJob<Services>[];
  services: Services;
  log: Log;
  concurrency?: number;
  /** True while the server is busy with requests: then one job a second starts. */
  busy?: () => boolean;
  /** Whether this is the only worker of the store: jobs marked as running at its start were interrupted. Default: on SQLite. */
  alone?: boolean;
  now?: () => number;
  random?: () => number;
};

/**
 * Runs jobs. `wake` makes it look for some at once: it is called after a commit in this process. Jobs that other processes enqueue are found by polling.
 * `maintain` renews its leases, takes over jobs that others lost, has what is down tried, and enqueues what is scheduled.
 */
export type Worker = LeaseWorker;

const jobLeases: LeaseTable = {
  name: 'jobs',
  waiting: 'ready',
  leased: 'running',
  claimed: { attempts: sql`attempts + 1`, unended: sql`unended + 1` },
  freed: (now) => ({ run_at: now }),
  unbegun: { attempts: sql`attempts - 1`, unended: 0 },
  tookOver: (jobs) => observations.takeover.tell(jobs),
};

/** Milliseconds between two looks at the queue, and while the server is busy or others claim. */
const POLL = 1000;
const SOON = 50;

export function createWorker<Services>(options: WorkerOptions<Services>): Worker {
  const { store, jobs, services, log, concurrency = 4, now = () => store.now(), random } = options;
  const leases = createLeases<JobRow>(store, jobLeases, { worker: newId(now()), now });
  const reporter = createDownReporter(log);
  const onStoreError = reporter('loop');
  const outages = createOutages(store, log, now);
  const watchClock = createClockWatch(store, now);
  const schedule = createScheduler(store, { jobs, services }, now);
  const run = createRunner({
    store,
    worker: leases.worker,
    jobs,
    services,
    log,
    now,
    random,
    onStoreError,
    outages,
    onReleased: () => worker.wake(),
  });
  const allowance = createAllowance(options.busy ?? (() => false));
  const untilDue = createDueWatch(store, now);

  const worker = createLeaseWorker<JobRow>({
    store,
    leases,
    alone: options.alone ?? store.dialect === 'sqlite',
    onPass: onStoreError,
    onMaintenance: reporter('maintenance'),
    isCutShort: ({ unended }) => unended > 1,
    look: async ({ underWay, isWoken }): Promise<LeaseLook<JobRow>> => {
      // A pass that finds nothing due only reads, and would count as the store working.
      await store.inPlace();
      const running = underWay('jobs');
      const places = Math.min(concurrency, running + allowance());
      const lane = { name: 'jobs', places, batch: 1, ahead: true, run };
      if (places <= running) return { lanes: [{ ...lane, claim: undefined }], pause: concurrency <= running ? POLL : SOON };
      const rest = isWoken ? 0 : await untilDue();
      if (rest > 0) return { lanes: [{ ...lane, claim: undefined }], pause: rest };
      const claim = async (count: number) => {
        const rows = await leases.claim((due) => due.where('run_at', '<=', now()).orderBy('run_at').limit(count));
        // They are returned in any order.
        return rows.toSorted((one, other) => one.run_at - other.run_at);
      };
      return { lanes: [{ ...lane, claim }], pause: SOON };
    },
    maintain: async (renew) => {
      await store.readClock();
      const broughtBack = await watchClock();
      if (broughtBack > 0) log.warn({ jobs: broughtBack }, 'the clock was ahead: brought back the jobs that were put off too far');
      const taken = await leases.takeOver(await renew());
      if (taken > 0) log.warn({ jobs: taken }, 'took over jobs whose worker is gone');
      const scheduled = await schedule();
      if ((await outages.tryAgain()) || scheduled || taken + broughtBack > 0) worker.wake();
    },
  });
  return worker;
}

/** @returns a function that tells the milliseconds until a job is due or the store has to be asked again, and asks the store no sooner */
function createDueWatch({ db }: Store, now: () => number): () => Promise<number> {
  let knownUntil = 0;
  return async () => {
    const rest = knownUntil - performance.now();
    if (rest > 0) return rest;
    const query = db.selectFrom('jobs').select('run_at').where('status', '=', sql.lit('ready'));
    const next = (await query.orderBy('run_at').limit(1).executeTakeFirst())?.run_at ?? Infinity;
    const pause = Math.min(POLL, next - now());
    knownUntil = performance.now() + pause;
    return pause;
  };
}

/** How many jobs may start now: any number; while the server is busy one a second. */
function createAllowance(busy: () => boolean): () => number {
  let busySince: number | undefined;
  return () => {
    if (!busy()) {
      busySince = undefined;
      return Infinity;
    }
    busySince ??= performance.now();
    if (performance.now() - busySince < 1000) return 0;
    busySince = undefined;
    return 1;
  };
}

/** Logs once when the store fails, with the cause, and once when it works again. Each source (claims, maintenance, …) reports for itself. */
function createDownReporter(log: Log): (source: string) => (error: unknown) => void {
  const tell = reportOnChange((fault) => {
    if (fault === undefined) log.info({}, 'the store answers again');
    else log.warn({}, `jobs wait: ${fault}`);
  });
  // By source: a store may answer reads while it refuses writes.
  const faults = new Map<string, string | undefined>();
  return (source) => (error) => {
    if (error === undefined || isStoreDown(error) || isDamaged(error)) {
      faults.set(source, error === undefined ? undefined : storeFault(error));
      tell([...faults.values()].find((fault) => fault !== undefined));
    } else log.error({ reason: error instanceof Error ? error.message : undefined }, 'the jobs worker met an unexpected error');
  };
}
