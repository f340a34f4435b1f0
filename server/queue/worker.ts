import type { Log } from '../kernel/log.ts';
import { repeat, type Repeated } from '../kernel/repeat.ts';
import { newId } from '../store/id.ts';
import type { Store } from '../store/store.ts';
import { createClockWatch } from './clock.ts';
import { createDownReporter } from './down-reporter.ts';
import type { AnyJob } from './job.ts';
import { createJobLeases, type JobLeases } from './job-leases.ts';
import { createLoop } from './claim-loop.ts';
import { createRunner, type Runner } from './runner.ts';
import { createOutages } from './outages.ts';
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

export type Worker = {
  start(): void;
  /** Looks for jobs at once: called after a commit in this process. Jobs that other processes enqueue are found by polling. */
  wake(): void;
  /** Claims nothing more, waits for what runs until the deadline, and gives the rest back. */
  stop(deadline?: number): Promise<void>;
  /** @throws unless it runs, and lately both claimed jobs and renewed leases without an error */
  check(): void;
  /** Runs everything that is due and returns when it is settled. For tests and tools, without start(). */
  runDue(): Promise<void>;
  /** Renews its leases, takes over jobs that others lost, has what is down tried, enqueues what is scheduled. */
  maintain(): Promise<void>;
};

const maintenanceInterval = 5000;

/** Milliseconds without a successful claim after which the worker counts as failing. */
const LATE_PASS = 10_000;
const LATE_MAINTENANCE = 3 * maintenanceInterval;

export function createWorker<Services>(options: WorkerOptions<Services>): Worker {
  const { store, jobs, services, log, concurrency = 4, now = () => store.now(), random } = options;
  const leases = createJobLeases(store, newId(now()), now);
  const reporter = createDownReporter(log);
  const onStoreError = reporter('loop');
  const outages = createOutages(store, log, now);
  const watchClock = createClockWatch(store, now);
  const schedule = createScheduler(store, { jobs, services }, now);
  const runner = createRunner({
    leases,
    jobs,
    services,
    log,
    now,
    random,
    onStoreError,
    outages,
    onReleased: () => loop.wake(),
  });
  const alone = options.alone ?? store.dialect === 'sqlite';
  const loop = createLoop({ leases, runner, concurrency, now, onStoreError, alone, busy: options.busy ?? (() => false) });

  async function maintain(): Promise<void> {
    await store.readClock();
    const broughtBack = await watchClock();
    if (broughtBack > 0) log.warn({ jobs: broughtBack }, 'the clock was ahead: brought back the jobs that were put off too far');
    await runner.renew();
    const taken = await leases.takeOver(runner.ids());
    if (taken > 0) log.warn({ jobs: taken }, 'took over jobs whose worker is gone');
    const scheduled = await schedule();
    if ((await outages.tryAgain()) || scheduled || taken + broughtBack > 0) loop.wake();
  }

  let maintenance: Repeated | undefined;
  return {
    maintain,
    wake: loop.wake,
    start: () => {
      loop.start();
      maintenance = repeat(maintain, { every: maintenanceInterval, report: reporter('maintenance') });
    },
    check: () => {
      const [pass, care] = [loop.idleFor(), maintenance?.idleFor() ?? Infinity];
      if (Math.max(pass, care) === Infinity) throw new Error('the worker has not made its first round yet');
      if (pass > LATE_PASS) throw new Error('the worker makes no pass');
      if (care > LATE_MAINTENANCE) throw new Error('the worker cannot look after its leases');
    },
    runDue: () => runDue(leases, runner, concurrency),
    stop: async (deadline = 7000) => {
      await Promise.all([maintenance?.stop(), loop.stop()]);
      await runner.stop(deadline);
    },
  };
}

async function runDue(leases: JobLeases, runner: Runner, concurrency: number): Promise<void> {
  for (;;) {
    const rows = await leases.claim(concurrency);
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => runner.begin(row)));
  }
}
