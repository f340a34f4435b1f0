import { repeat, type Repeated } from '../kernel/repeat.ts';
import type { Store } from '../store/store.ts';
import type { Leases } from './leases.ts';

/** Work of one kind, which waits for nothing but itself: the jobs, or the deliveries to one endpoint. */
export type LeaseLane<Row> = {
  name: string;
  /** Runs that may be under way at once. */
  places: number;
  /** Rows that one run takes at most. */
  batch: number;
  claim: (count: number) => Promise<readonly Row[]>;
  /** Does the work and stores how it ended. Never throws. @param signal aborted when this server stops, or when the rows were taken over */
  run: (rows: readonly Row[], signal: AbortSignal) => Promise<void>;
};

/** The lanes in which something may be claimed, and the milliseconds until the next look if nothing is. */
export type LeaseLook<Row> = { lanes: readonly LeaseLane<Row>[]; pause: number };

export type LeaseWorkerOptions<Row> = {
  store: Pick<Store, 'isMigrated'>;
  leases: Pick<Leases<unknown>, 'renew' | 'takeOverAll' | 'giveBack'>;
  /** @param underWay the number of runs that are under way in a lane */
  look: (underWay: (lane: string) => number) => Promise<LeaseLook<Row>>;
  /** What is looked after every few seconds. Default: the leases. @param renew renews them, and returns the ids of the rows that are worked on */
  maintain?: (renew: () => Promise<readonly string[]>) => Promise<void>;
  /** Whether this is the only worker of the store: then every lease at its start is one that was interrupted. */
  alone: boolean;
  onPass: (error: unknown) => void;
  onMaintenance: (error: unknown) => void;
};

export type LeaseWorker = ReturnType<typeof createLeaseWorker>;

const UNMIGRATED = 500;
const MAINTENANCE = 5000;
/** Milliseconds without a successful look, or without renewed leases, after which the worker counts as failing. */
const LATE_PASS = 10_000;
const LATE_MAINTENANCE = 3 * MAINTENANCE;
/** Milliseconds in which runs that are aborted may still store how they ended. */
const ABORTED = 200;

/** Claims what is due in each lane as places become free, keeps its leases while it is worked on, and gives the rest back when it stops. */
export function createLeaseWorker<Row extends { id: string }>(options: LeaseWorkerOptions<Row>) {
  const { store, leases, look } = options;
  let passes: Repeated | undefined;
  let maintenance: Repeated | undefined;
  let isFirst = options.alone;
  const wake = () => passes?.soon();
  const runs = createRuns<Row>(leases, wake);

  /** @returns how many rows were begun, and when to look again */
  async function pass(): Promise<{ begun: number; pause: number }> {
    const { lanes, pause } = await look(runs.underWay);
    let [begun, again] = [0, pause];
    for (const lane of lanes) {
      const wanted = (lane.places - runs.underWay(lane.name)) * lane.batch;
      const rows = wanted > 0 ? await lane.claim(wanted) : [];
      for (let at = 0; at < rows.length; at += lane.batch) runs.begin(lane, rows.slice(at, at + lane.batch));
      begun += rows.length;
      if (rows.length > 0 && rows.length < wanted) again = 0;
    }
    return { begun, pause: again };
  }

  const maintain = async () => void (await (options.maintain ?? ((renew) => renew()))(runs.renew));
  const migrated = (turn: () => Promise<number | void>) => async () => (store.isMigrated() ? turn() : UNMIGRATED);
  return {
    wake,
    maintain,
    start: (): void => {
      const turn = async () => {
        if (isFirst) await leases.takeOverAll();
        isFirst = false;
        return (await pass()).pause;
      };
      passes = repeat(migrated(turn), { every: LATE_PASS / 10, report: options.onPass });
      maintenance = repeat(migrated(maintain), { every: MAINTENANCE, retry: 1000, report: options.onMaintenance });
    },
    /** @throws unless it runs, and lately both claimed and renewed leases without an error */
    check: (): void => {
      const [claims, care] = [passes?.idleFor() ?? Infinity, maintenance?.idleFor() ?? Infinity];
      if (Math.max(claims, care) === Infinity) throw new Error('the worker has not made its first round yet');
      if (claims > LATE_PASS) throw new Error('the worker makes no pass');
      if (care > LATE_MAINTENANCE) throw new Error('the worker cannot look after its leases');
    },
    /** Runs everything that is due and returns when it is settled. For tests and tools, without start(). */
    runDue: async (): Promise<void> => {
      while ((await pass()).begun > 0) await runs.allDone();
    },
    /** Claims nothing more, waits for what runs until the deadline (milliseconds), and gives the rest back. */
    stop: async (deadline = 5000): Promise<void> => {
      await Promise.all([maintenance?.stop(), passes?.stop()]);
      await runs.stop(deadline).catch(options.onPass);
    },
  };
}

type Run = { lane: string; ids: readonly string[]; abort: AbortController; done: Promise<void> };

/** The runs of a worker. @param onEnd called when one has ended */
function createRuns<Row extends { id: string }>(leases: LeaseWorkerOptions<Row>['leases'], onEnd: () => void) {
  const runs = new Set<Run>();
  const idsOf = (some: Iterable<Run>) => [...some].flatMap(({ ids }) => ids);
  const allDone = () => Promise.all([...runs].map(({ done }) => done));
  return {
    allDone,
    underWay: (lane: string): number => [...runs].filter((run) => run.lane === lane).length,
    begin: ({ name: lane, run }: LeaseLane<Row>, rows: readonly Row[]): void => {
      const abort = new AbortController();
      const done = run(rows, abort.signal).finally(() => {
        runs.delete(begun);
        onEnd();
      });
      const begun = { lane, ids: rows.map(({ id }) => id), abort, done };
      runs.add(begun);
    },
    /** Aborts runs that have lost all of their leases. @returns the ids of the rows that are worked on */
    renew: async (): Promise<readonly string[]> => {
      const before = [...runs];
      const kept = await leases.renew(idsOf(before));
      for (const { ids, abort } of before) if (!ids.some((id) => kept.has(id))) abort.abort();
      return idsOf(runs);
    },
    stop: async (deadline: number): Promise<void> => {
      await within(deadline, allDone());
      const ids = idsOf(runs);
      for (const { abort } of runs) abort.abort();
      if (runs.size > 0) await within(ABORTED, allDone());
      await leases.giveBack(ids);
    },
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = Promise.withResolvers<void>();
  const late = setTimeout(timer.resolve, ms);
  await Promise.race([work, timer.promise]);
  clearTimeout(late);
}

/** Stores how a run ended: the work itself is done already, so it is tried again until that succeeds or the signal is aborted. */
export async function record(write: () => Promise<void>, signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
  const rounds = repeat(async () => (await write(), 'done'), { every: 1000, report: (error) => error !== undefined && onError(error) });
  const stop = () => void rounds.stop();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  await rounds.ended;
  signal.removeEventListener('abort', stop);
}
