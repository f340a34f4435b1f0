import type { Log } from '../log.ts';
import { newId } from '../store/id.ts';
import type { Store } from '../store/store.ts';
import type { Job } from './job.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createRunner, type Runner } from './runner.ts';
import { createDownReporter, createScheduler, createWaitingRoom, type Probe } from './upkeep.ts';

export type WorkerOptions<Parts> = {
  store: Store;
  jobs: readonly Job<any, any, Parts>[];
  /** What the jobs get to work with. */
  parts: Parts;
  log: Log;
  concurrency?: number;
  /** True while the server has better things to do: new jobs then wait, a second at the most. */
  busy?: () => boolean;
  /** Says whether a resource works again; asked every ten seconds while jobs wait for it. */
  probes?: Readonly<Record<string, Probe>>;
  /** Only one process works this store: what runs when it starts was cut short. Default: SQLite. */
  alone?: boolean;
  now?: () => number;
  random?: () => number;
};

export type Worker = {
  /** Begins to claim and to run. */
  start(): void;
  /** There is something to do: called after a commit in this process. Others are found by polling. */
  wake(): void;
  /** Claims nothing more, waits for what runs until the deadline, and gives the rest back. */
  stop(deadline?: number): Promise<void>;
  /** Runs everything that is due and returns when it is settled. For tests and tools, without start(). */
  runDue(): Promise<void>;
  /** Renews its leases, takes over jobs that others lost, probes, enqueues what is scheduled. */
  maintain(): Promise<void>;
};

const upkeepInterval = 5000;

/** Works the jobs table, together with as many other workers as there are. */
export function createWorker<Parts>(options: WorkerOptions<Parts>): Worker {
  const { store, jobs, parts, log, concurrency = 4, now = Date.now, random } = options;
  const ledger = createLedger(store, newId(now()), now);
  const onStoreError = createDownReporter(log);
  const waiting = createWaitingRoom(store, log, now, options.probes);
  const schedule = createScheduler(store, jobs, now);
  const runner = createRunner({
    ledger, jobs, parts, log, now, random, onStoreError,
    onMissing: waiting.missing,
    onRecovered: async (resource) => {
      if (await waiting.recovered(resource).catch(onStoreError)) loop.wake();
    },
  });
  const alone = options.alone ?? store.dialect === 'sqlite';
  const loop = createLoop({ ledger, runner, concurrency, now, onStoreError, alone, busy: options.busy ?? (() => false) });
  let upkeepTimer: NodeJS.Timeout | undefined;

  async function maintain(): Promise<void> {
    await runner.renew();
    const taken = await ledger.takeOver();
    if (taken > 0) log.warn({ jobs: taken }, 'took over jobs whose worker is gone');
    await schedule();
    if (taken > 0) loop.wake();
    // A probe may take as long as a server that hangs; the leases must not wait for it.
    void waiting.probe().then((released) => released && loop.wake(), onStoreError);
  }

  return {
    maintain,
    wake: loop.wake,
    start: () => {
      loop.start();
      const again = (): void => {
        upkeepTimer = setTimeout(() => void maintain().catch(onStoreError).finally(() => upkeepTimer && again()), upkeepInterval);
      };
      again();
      void schedule().then(loop.wake, onStoreError);
    },
    runDue: async () => {
      for (;;) {
        const rows = await ledger.claim(concurrency);
        if (rows.length === 0) return;
        await Promise.all(rows.map((row) => runner.begin(row)));
      }
    },
    stop: async (deadline = 7000) => {
      clearTimeout(upkeepTimer);
      upkeepTimer = undefined;
      await loop.stop();
      await runner.stop(deadline);
    },
  };
}

type LoopOptions = {
  ledger: Ledger;
  runner: Runner;
  concurrency: number;
  alone: boolean;
  busy: () => boolean;
  now: () => number;
  onStoreError(error: unknown): void;
};

const pollInterval = 1000;

/** Claims as much as there is room for, and sleeps until the next job is due, a second at the most. */
function createLoop({ ledger, runner, concurrency, alone, busy, now, onStoreError }: LoopOptions) {
  let stopped = true;
  let firstPass = alone;
  let busySince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pass: Promise<void> | undefined;
  let woken = false;

  function wake(): void {
    if (stopped || woken) return;
    woken = true;
    // After this turn of the event loop: jobs that end together make room together.
    setImmediate(() => {
      // While a pass is under way this is remembered: it may have looked before the job was there.
      if (pass === undefined) turn();
    });
  }

  function turn(): void {
    if (stopped) return;
    clearTimeout(timer);
    woken = false;
    pass = fill()
      .catch((error: unknown) => {
        onStoreError(error);
        return pollInterval;
      })
      .then((sleep) => {
        pass = undefined;
        if (!stopped) timer = setTimeout(turn, woken ? 0 : sleep);
      });
  }

  /** Returns how long to sleep. */
  async function fill(): Promise<number> {
    if (firstPass) await ledger.takeOverAll();
    firstPass = false;
    const room = concurrency - runner.size;
    if (room <= 0) return pollInterval;
    if (!busy()) busySince = undefined;
    else if (performance.now() - (busySince ??= performance.now()) < 1000) return 50;
    busySince = undefined;
    const next = await ledger.nextRunAt();
    onStoreError(undefined);
    if (next === undefined || next > now()) return Math.min(pollInterval, (next ?? Infinity) - now());
    const rows = await ledger.claim(room);
    for (const row of rows) void runner.begin(row).then(wake);
    return rows.length === room ? pollInterval : 0;
  }

  return {
    wake,
    start: (): void => {
      stopped = false;
      turn();
    },
    /** Resolves when nothing more will be claimed. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await pass;
    },
  };
}
