import type { Log } from '../kernel/log.ts';
import { observations } from '../kernel/observations.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { jsonTexts } from '../store/json-column.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import type { AnyJob, JobContext, Unavailable } from './job.ts';
import { released } from './job-queue.ts';
import { record } from './lease-worker.ts';
import type { Outages, Reached } from './outages.ts';
import { readPayload, runJob, type Settlement } from './run-job.ts';

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
  const settlements = createGroupCommit(store, {
    write: async (tx, items: readonly { id: string; settlement: Settlement }[]) => {
      const kept: boolean[] = [];
      for (const { id, settlement } of items) kept.push(await change(tx, { worker, id }, { ...settlement, ...ended }));
      return kept;
    },
  });

  return async ([row], signal) => {
    if (row === undefined) return;
    const { id, name, attempts: attempt } = row;
    const use = resourceUse(outages, row.perhaps_done);
    const context = contextOf(row, { store, worker, services, now, use, signal });
    const began = performance.now();
    const job = byName.get(name);
    const { settlement, unavailable } = await runJob(row, job, context, options.random);
    // It failed although the resource worked: it keeps its own pauses, whatever outages end.
    if (settlement.status === 'ready' && use.wasFree(settlement.waiting_on)) settlement.waiting_on = null;
    observations.jobRun.tell({ job: name, status: settlement.status, seconds: (performance.now() - began) / 1000 });
    report(log, { job: id, name, attempt }, settlement);
    if (settlement.status === 'dead' && job !== undefined) await tellGivenUp(row, job, { context, settlement }).catch(onStoreError);
    const settle = async () => {
      if (!(await settlements.add({ id, settlement }))) log.warn({ job: id }, 'a job was taken over while it ran');
    };
    // What is aborted is given back, and shows nothing of the resource that it used.
    const isAborted = signal.aborted;
    if (!isAborted) await record(settle, signal, onStoreError);
    if (await use.note(isAborted ? undefined : unavailable).catch(onStoreError)) options.onReleased();
  };
}

const ended = { locked_by: null, locked_until: null, unended: 0 } as const;

/** Changes a running job. @returns false when the worker has lost its lease */
async function change(db: Tx, { worker, id }: { worker: string; id: string }, values: Partial<JobRow>): Promise<boolean> {
  const lease = db.updateTable('jobs').set(values).where('id', '=', id).where('locked_by', '=', worker).where('status', '=', 'running');
  return (await lease.executeTakeFirst()).numUpdatedRows > 0n;
}

type Around<Services> = Pick<RunnerOptions<Services>, 'store' | 'worker' | 'services' | 'now'> & { use: ResourceUse; signal: AbortSignal };

function contextOf<Services>(row: JobRow, { store, worker, services, now, use, signal }: Around<Services>): JobContext<Services> {
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
      const marked = !signal.aborted && (await change(store.db, { worker, id: row.id }, { perhaps_done: row.perhaps_done + 1 }));
      if (!marked) throw new Error('the job was taken over while it ran');
    },
    served: jsonTexts(row.served),
    released: row.waiting_on === released,
    load: row.load,
  };
}

type ResourceUse = ReturnType<typeof resourceUse>;

/** The resources that one run uses, and what it finds out about them. */
function resourceUse(outages: Outages, perhapsDone: number) {
  const reached = new Map<string, Reached>();
  const recovered = new Set<string>();
  return {
    reach: async (resource: string): Promise<void> => void reached.set(resource, await outages.reach(resource, perhapsDone)),
    recovered: (resource: string): void => void recovered.add(resource),
    wasFree: (resource: string | null): boolean => reached.get(resource ?? '') === 'free',
    /** @returns whether jobs that waited are due */
    async note(unavailable: Unavailable | undefined): Promise<boolean> {
      if (unavailable?.untried === false) await outages.failed(unavailable, reached.get(unavailable.resource) ?? 'tries');
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
