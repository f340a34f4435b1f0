import { present } from '../../contract/checked.ts';
import { repeat, type Repeated } from '../kernel/repeat.ts';
import type { Store } from '../store/store.ts';
import type { Leased, LeaseLane, LeaseLook, LeaseState } from './lease-lane.ts';
import { LEASE, type Leases } from './leases.ts';

export type LeaseWorkerOptions<Row> = {
  store: Pick<Store, 'isMigrated'>;
  leases: Pick<Leases<unknown>, 'renew' | 'takeOverAll' | 'giveBack' | 'now'>;
  look: (state: LeaseState) => Promise<LeaseLook<Row>>;
  /** Whether a row's last run did not end, perhaps because it takes its server down: while such a row is claimed, no others are claimed ahead. */
  isCutShort?: (row: Row) => boolean;
  /** Called every few seconds. Default: only renews the leases. @param renew renews them, and returns the ids of the rows that are worked on */
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
export function createLeaseWorker<Row extends Leased>(options: LeaseWorkerOptions<Row>) {
  const { store, leases } = options;
  let passes: Repeated | undefined;
  let maintenance: Repeated | undefined;
  let isFirst = options.alone;
  const runs = createRuns<Row>(leases, () => passes?.soon());
  const ahead = createClaimedAhead<Row>(leases, options.isCutShort);
  const { pass, expectWork } = createPasses(options, { runs, ahead });

  const maintain = async () => void (await (options.maintain ?? ((renew) => renew()))(runs.renew));
  const migrated = (turn: () => Promise<number | void>) => async () => (store.isMigrated() ? turn() : UNMIGRATED);
  return {
    wake: (): void => {
      expectWork();
      passes?.soon();
    },
    maintain,
    start: (): void => {
      const turn = async () => {
        if (isFirst) await leases.takeOverAll();
        isFirst = false;
        const rest = ahead.rest();
        return rest > 0 ? rest : (await pass()).pause;
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
      const next = async () => {
        expectWork();
        return (await pass()).begun;
      };
      while ((await next()) > 0) await runs.allDone();
    },
    /** Claims nothing more, waits for what runs until the deadline (milliseconds), and gives the rest back. */
    stop: async (deadline = 5000): Promise<void> => {
      await Promise.all([maintenance?.stop(), passes?.stop()]);
      await ahead.retain([]).catch(options.onPass);
      await runs.stop(deadline).catch(options.onPass);
    },
  };
}

type Used<Row extends Leased> = {
  runs: ReturnType<typeof createRuns<Row>>;
  ahead: ReturnType<typeof createClaimedAhead<Row>>;
};

function createPasses<Row extends Leased>({ look }: LeaseWorkerOptions<Row>, { runs, ahead }: Used<Row>) {
  let isWoken = true;

  /** @returns how many runs were begun, and whether to look again at once */
  async function serve(lane: LeaseLane<Row>): Promise<{ begun: number; again: boolean }> {
    let begun = 0;
    const free = () => lane.places - runs.underWay(lane.name);
    const begin = () => {
      for (; free() > 0 && ahead.waiting(lane.name) > 0; begun += 1) runs.begin(lane, ahead.take(lane));
    };
    begin();
    if (free() <= 0 || lane.claim === undefined) return { begun, again: false };
    const wanted = (free() + ahead.pace(lane, runs.ended(lane.name))) * lane.batch;
    const rows = await lane.claim(wanted);
    const isAll = rows.length < wanted;
    await ahead.add(lane, rows, { free: free() * lane.batch, isAll });
    begin();
    if (!isAll) isWoken = true;
    return { begun, again: rows.length > 0 };
  }

  return {
    expectWork: () => void (isWoken = true),
    /** @returns how many runs were begun, and when to look again */
    pass: async (): Promise<{ begun: number; pause: number }> => {
      const woken = isWoken;
      isWoken = false;
      const { lanes, pause } = await look({ underWay: runs.underWay, isWoken: woken });
      if (await ahead.retain(lanes)) isWoken = true;
      let all = { begun: 0, pause };
      for (const lane of lanes) {
        const { begun, again } = await serve(lane);
        all = { begun: all.begun + begun, pause: again ? 0 : all.pause };
      }
      return all;
    },
  };
}

/** A lane may claim ahead as many runs as it has lately ended in FOR milliseconds, and at most MOST. */
const FOR = 100;
const MOST = 2000;
/** Milliseconds after which what was claimed ahead is given back: far less than a lease lasts, and than an erasure waits for what is being sent. */
const RETAINED = 2000;
/** Where more than MANY rows come in a second, two claims are GATHERING milliseconds apart, so that each takes several rows. */
const MANY = 50;
const GATHERING = 100;

/** The rows that a worker has claimed before there was a place for them, so that one claim serves many runs. */
function createClaimedAhead<Row extends Leased>(
  leases: Pick<Leases<unknown>, 'giveBack' | 'now'>,
  isCutShort: (row: Row) => boolean = () => false,
) {
  const waiting = new Map<string, Row[]>();
  const paces = new Map<string, { at: number; rows: number }>();
  let claims = { at: 0, recent: 0, next: 0 };
  const of = (lane: string) => waiting.get(lane) ?? [];
  const giveBack = async (rows: readonly Row[]) => leases.giveBack(rows.map(({ id }) => id));

  return {
    waiting: (lane: string): number => of(lane).length,
    take: ({ name, batch }: Pick<LeaseLane<Row>, 'name' | 'batch'>): Row[] => of(name).splice(0, batch),
    /** Adds what was claimed. @param free how many rows there are places for */
    add: async ({ name }: Pick<LeaseLane<Row>, 'name'>, rows: readonly Row[], { free, isAll }: { free: number; isAll: boolean }) => {
      const at = performance.now();
      const recent = claims.recent * Math.exp((claims.at - at) / 1000) + rows.length;
      claims = { at, recent, next: isAll && recent > MANY ? at + GATHERING : 0 };
      const suspects = rows.filter(isCutShort);
      const others = rows.filter((row) => !isCutShort(row));
      const surplus = suspects.length === 0 ? [] : others.splice(Math.max(0, free - suspects.length));
      waiting.set(name, [...of(name), ...suspects, ...others]);
      await giveBack(surplus);
    },
    /** Retains what waits for these lanes; gives back what waits for others, or has waited for long. @returns whether there was any */
    retain: async (lanes: readonly Pick<LeaseLane<Row>, 'name' | 'ahead'>[]): Promise<boolean> => {
      const names = new Set(lanes.flatMap(({ name, ahead }) => (ahead ? [name] : [])));
      const isRetained = (lane: string, row: Row) => names.has(lane) && leases.now() < present(row.locked_until) - LEASE + RETAINED;
      const dropped = [...waiting].flatMap(([lane, rows]) => rows.filter((row) => !isRetained(lane, row)));
      if (dropped.length === 0) return false;
      for (const [lane, rows] of waiting)
        waiting.set(
          lane,
          rows.filter((row) => !dropped.includes(row)),
        );
      await giveBack(dropped);
      return true;
    },
    /** How many runs a lane may claim ahead, by its pace. @param ended its runs that have ended since the last call */
    pace: ({ name, places, ahead }: Pick<LeaseLane<Row>, 'name' | 'places' | 'ahead'>, ended: number): number => {
      const at = performance.now();
      const before = paces.get(name);
      // At most twice as many as before, plus the places of the lane.
      const most = Math.min(MOST, 2 * (before?.rows ?? 0) + places);
      const rows = ahead && before !== undefined ? Math.min(most, Math.floor((ended * FOR) / Math.max(1, at - before.at))) : 0;
      paces.set(name, { at, rows });
      return rows;
    },
    /** Milliseconds until the next claim, where many rows come one by one. */
    rest: (): number => ([...waiting.values()].some((rows) => rows.length > 0) ? 0 : claims.next - performance.now()),
  };
}

type Run = { lane: string; ids: readonly string[]; abort: AbortController; done: Promise<void> };

/** The runs of a worker. @param onEnd called when one has ended */
function createRuns<Row extends Leased>(leases: LeaseWorkerOptions<Row>['leases'], onEnd: () => void) {
  const runs = new Set<Run>();
  const counts = new Map<string, { underWay: number; ended: number }>();
  const count = (lane: string, changes: { underWay: number; ended: number }) => {
    const { underWay, ended } = counts.get(lane) ?? { underWay: 0, ended: 0 };
    counts.set(lane, { underWay: underWay + changes.underWay, ended: ended + changes.ended });
  };
  const idsOf = (some: Iterable<Run>) => [...some].flatMap(({ ids }) => ids);
  const allDone = () => Promise.all([...runs].map(({ done }) => done));
  return {
    allDone,
    underWay: (lane: string): number => counts.get(lane)?.underWay ?? 0,
    /** How many have ended in a lane since the last call. */
    ended: (lane: string): number => {
      const { ended = 0 } = counts.get(lane) ?? {};
      count(lane, { underWay: 0, ended: -ended });
      return ended;
    },
    begin: ({ name: lane, run }: LeaseLane<Row>, rows: readonly Row[]): void => {
      const abort = new AbortController();
      const done = run(rows, abort.signal).finally(() => {
        runs.delete(begun);
        count(lane, { underWay: -1, ended: 1 });
        onEnd();
      });
      const begun = { lane, ids: rows.map(({ id }) => id), abort, done };
      runs.add(begun);
      count(lane, { underWay: 1, ended: 0 });
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
