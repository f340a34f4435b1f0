import type { Log } from '../kernel/log.ts';
import { observations } from '../kernel/observations.ts';
import { createGroupCommit, laterWrite, type LaterWrite } from '../store/group-commit.ts';
import { jsonTexts } from '../store/json-column.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Store } from '../store/store.ts';
import type { AnyJob, JobContext, Unavailable } from './job.ts';
import { released } from './job-queue.ts';
import { record } from './lease-worker.ts';
import type { Outages, Reached } from './outages.ts';
import { changeRunning, isOneUpdate, readPayload, runJob, settleJobs, type RunEnded, type Settlement } from './run-job.ts';

export type RunnerOptions<Services> = {
  store: Store;
  worker: string;
  jobs: readonly AnyJob<Services>[];
  services: Services;
  log: Log;
  now: () => number;
  random?: (() => number) | undefined;
  onStoreError: (error: unknown) => void;
  outages: Outages;
  /** Called when jobs that waited for a resource became due. */
  onReleased: () => void;
};

/** @returns runs a claimed job, and resolves when its end is stored; never throws */
export function createRunner<Services>(options: RunnerOptions<Services>): (rows: readonly JobRow[], signal: AbortSignal) => Promise<void> {
  const { store, worker, log, now, services, outages, onStoreError } = options;
  const byName = new Map(options.jobs.flatMap((job) => [job.name, ...(job.formerNames ?? [])].map((name) => [name, job] as const)));
  const lone = createLoneFailures();
  let underWay = 0;
  const settlements = createGroupCommit(store, {
    expected: () => underWay,
    // On SQLite a form may wait for it.
    maxBatch: store.dialect === 'sqlite' ? 64 : 256,
    isOneStatement: isOneUpdate,
    write: (tx, runs: readonly RunEnded[]) => settleJobs(tx, worker, runs),
  });
  const marks = createGroupCommit(store, {
    isOneStatement: (rows: readonly JobRow[]) => new Set(rows.map((row) => row.perhaps_done)).size === 1,
    write: async (tx, rows: readonly JobRow[]) => {
      const marked = new Set<string>();
      for (const [times, same] of Map.groupBy(rows, (row) => row.perhaps_done)) {
        const ids = same.map(({ id }) => id);
        for (const id of await changeRunning(tx, { worker, ids }, { perhaps_done: times + 1 })) marked.add(id);
      }
      return rows.map(({ id }) => marked.has(id));
    },
  });

  return async ([row], signal) => {
    if (row === undefined) return;
    const { id, name, attempts: attempt } = row;
    const use = resourceUse(outages, lone, row);
    const writes: LaterWrite[] = [];
    const context = contextOf(row, { services, now, use, signal, writes, mark: () => marks.add(row) });
    const began = performance.now();
    const job = byName.get(name);
    underWay += 1;
    const { settlement, unavailable } = await runJob(row, job, context, options.random).finally(() => (underWay -= 1));
    const isFound = unavailable?.untried === false && !signal.aborted && !use.isAlone(unavailable);
    if (unavailable?.untried === false && !signal.aborted) lone.failed(unavailable.resource, id);
    const stored = isFound ? outages.foundDown(unavailable) : undefined;
    // It failed although the resource worked: it keeps its own pauses, whatever outages end.
    if (settlement.status === 'ready' && use.wasFree(settlement.waiting_on)) settlement.waiting_on = null;
    observations.jobRun.tell({ job: name, status: settlement.status, seconds: (performance.now() - began) / 1000 });
    report(log, { job: id, name, attempt }, settlement);
    if (settlement.status === 'dead' && job !== undefined) await tellGivenUp(row, job, { context, settlement }).catch(onStoreError);
    const settle = async () => {
      const run = { id, settlement, writes: settlement.status === 'done' ? writes : [] };
      if (!(await settlements.add(run))) log.warn({ job: id }, 'a job was taken over while it ran');
    };
    // What is aborted is given back, and shows nothing of the resource that it used. What it has done before that is stored all the same.
    const isAborted = signal.aborted;
    if (!isAborted) await record(settle, signal, onStoreError);
    else if (settlement.status === 'done' && writes.length > 0) await settle().catch(onStoreError);
    if (await use.note(isAborted ? undefined : unavailable, isFound).catch(onStoreError)) options.onReleased();
    stored?.();
  };
}

type Around<Services> = Pick<RunnerOptions<Services>, 'services' | 'now'> & {
  use: ResourceUse;
  signal: AbortSignal;
  writes: LaterWrite[];
  mark: () => Promise<boolean>;
};

function contextOf<Services>(row: JobRow, { services, now, use, signal, writes, mark }: Around<Services>): JobContext<Services> {
  return {
    id: row.id,
    attempt: row.attempts,
    signal,
    services,
    now,
    reach: use.reach,
    recovered: use.recovered,
    perhapsDone: row.perhaps_done,
    markPerhapsDone: async () => {
      if (signal.aborted || !(await mark())) throw new Error('the job was taken over while it ran');
    },
    writeAtEnd: (write, item) => void writes.push(laterWrite(write, item)),
    served: jsonTexts(row.served),
    released: row.waiting_on === released,
    load: row.load,
  };
}

type ResourceUse = ReturnType<typeof resourceUse>;

/** The resources that one run uses, and what it finds out about them. */
function resourceUse(outages: Outages, lone: LoneFailures, { id, perhaps_done: perhapsDone }: Pick<JobRow, 'id' | 'perhaps_done'>) {
  const reached = new Map<string, Reached>();
  const recovered = new Set<string>();
  return {
    /** Whether this failure shows nothing of the resource: it has worked for others since this job failed of it before. */
    isAlone: ({ resource }: Unavailable): boolean => reached.get(resource) === 'free' && lone.hasWorkedSince(resource, id),
    reach: async (resource: string): Promise<void> => {
      // A run that was let through to try what is down may use it to its end.
      if (reached.get(resource) === 'tries') return;
      // If it is refused now, the run counts as not having used the resource, even if it was let through before.
      reached.delete(resource);
      reached.set(resource, await outages.reach(resource, perhapsDone));
    },
    recovered: (resource: string): void => {
      recovered.add(resource);
      lone.worked(resource, id);
    },
    wasFree: (resource: string | null): boolean => reached.get(resource ?? '') === 'free',
    /** @param isDown whether the failure shows that the resource does not work @returns whether jobs that waited are due */
    async note(unavailable: Unavailable | undefined, isDown: boolean): Promise<boolean> {
      if (unavailable && isDown) await outages.failed(unavailable, reached.get(unavailable.resource) ?? 'tries');
      let released = 0;
      for (const [resource, how] of reached) {
        if (how === 'free' || resource === unavailable?.resource) continue;
        if (recovered.has(resource)) released += await outages.over(resource);
        else await outages.undecided(resource);
      }
      return released > 0;
    },
  };
}

/** Jobs remembered for a resource. Beyond this the oldest are forgotten, and may begin an outage once more. */
const MOST = 10_000;

type LoneFailures = ReturnType<typeof createLoneFailures>;

/**
 * Which jobs of this process failed of a resource, and whether it has worked for others since: then the next such failure is the job's own, and no
 * outage. Otherwise a mail to one address, at which a server always hangs up, would stop all others with each of its tries.
 */
function createLoneFailures() {
  const resources = new Map<string, { uses: number; failures: Map<string, number> }>();
  const of = (resource: string) => {
    const known = resources.get(resource) ?? { uses: 0, failures: new Map<string, number>() };
    resources.set(resource, known);
    return known;
  };
  return {
    worked: (resource: string, job: string): void => {
      const known = of(resource);
      known.uses += 1;
      known.failures.delete(job);
    },
    failed: (resource: string, job: string): void => {
      const { uses, failures } = of(resource);
      failures.delete(job);
      failures.set(job, uses);
      const [oldest] = failures.keys();
      if (failures.size > MOST && oldest !== undefined) failures.delete(oldest);
    },
    hasWorkedSince: (resource: string, job: string): boolean => {
      const { uses, failures } = of(resource);
      return (failures.get(job) ?? uses) < uses;
    },
  };
}

type Given<Services> = { context: JobContext<Services>; settlement: Settlement };

async function tellGivenUp<Services>(row: JobRow, job: AnyJob<Services>, { context, settlement }: Given<Services>): Promise<void> {
  const payload = readPayload(row, job);
  if (payload.ok) await job.gaveUp?.(payload.value, context, settlement.last_error ?? '');
}

function report(log: Log, about: object, { status, run_at, last_error: reason }: Settlement): void {
  if (status === 'done') log.debug(about, 'job done');
  else if (status === 'dead') log.error({ ...about, reason }, 'job failed for good; it is kept and can be run again');
  else if (status === 'held') log.warn({ ...about, reason }, 'job held back');
  else log.warn({ ...about, reason, again: new Date(run_at).toISOString() }, 'job will be tried again');
}
