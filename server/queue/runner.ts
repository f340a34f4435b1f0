import type { Log } from '../kernel/log.ts';
import { observations } from '../kernel/observations.ts';
import { jsonTexts } from '../store/json-column.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { AnyJob, JobContext, Unavailable } from './job.ts';
import type { JobLeases, Settlement } from './job-leases.ts';
import { released } from './job-queue.ts';
import type { Outages, Reached } from './outages.ts';
import { readPayload, runJob } from './run-job.ts';

export type RunnerOptions<Services> = {
  leases: JobLeases;
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

export type Runner = ReturnType<typeof createRunner>;

export function createRunner<Services>(options: RunnerOptions<Services>) {
  const { leases, log, now, services, outages } = options;
  const record = createRecord(options);
  const byName = new Map(options.jobs.flatMap((job) => [job.name, ...(job.formerNames ?? [])].map((name) => [name, job] as const)));
  const running = new Map<string, { done: Promise<void>; abort: AbortController }>();

  async function work(row: JobRow, signal: AbortSignal): Promise<void> {
    const { id, name, attempts: attempt } = row;
    const use = resourceUse(outages, row.perhaps_done);
    const context = contextOf(row, { leases, services, now, use, signal });
    const began = performance.now();
    const job = byName.get(name);
    const { settlement, unavailable } = await runJob(row, job, context, options.random);
    // It failed although the resource worked: it keeps its own pauses, whatever outages end.
    if (settlement.status === 'ready' && use.wasFree(settlement.waiting_on)) settlement.waiting_on = null;
    observations.jobRun.tell({ job: name, status: settlement.status, seconds: (performance.now() - began) / 1000 });
    report(log, { job: id, name, attempt }, settlement);
    if (settlement.status === 'dead' && job !== undefined) await tellGivenUp(row, job, { context, settlement }).catch(options.onStoreError);
    await record(id, settlement, signal);
    if (await use.note(unavailable).catch(options.onStoreError)) options.onReleased();
  }

  return {
    get size() {
      return running.size;
    },
    ids: (): string[] => [...running.keys()],
    /** Runs a job. Resolves when its end is stored; never throws. */
    begin(row: JobRow): Promise<void> {
      const abort = new AbortController();
      const done = work(row, abort.signal).finally(() => running.delete(row.id));
      running.set(row.id, { done, abort });
      return done;
    },
    /** Renews the leases of running jobs; aborts those whose lease was lost. */
    async renew(): Promise<void> {
      const ids = [...running.keys()];
      if (ids.length === 0) return;
      const kept = new Set(await leases.renew(ids));
      for (const id of ids) if (!kept.has(id)) running.get(id)?.abort.abort();
    },
    async stop(deadline: number): Promise<void> {
      const late = new AbortController();
      const done = Promise.all([...running.values()].map((job) => job.done));
      await Promise.race([done, pause(deadline, late.signal)]);
      late.abort();
      if (running.size === 0) return;
      for (const job of running.values()) job.abort.abort();
      await leases.giveBack([...running.keys()]).catch(options.onStoreError);
    },
  };
}

type Around<Services> = Pick<RunnerOptions<Services>, 'leases' | 'services' | 'now'> & { use: ResourceUse; signal: AbortSignal };

function contextOf<Services>(row: JobRow, { leases, services, now, use, signal }: Around<Services>): JobContext<Services> {
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
      if (signal.aborted || !(await leases.markPerhapsDone(row))) throw new Error('the job was taken over while it ran');
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

/** Stores how a run ended. Retried while the lease holds: the work itself is done already. */
function createRecord({ leases, log, onStoreError }: Pick<RunnerOptions<unknown>, 'leases' | 'log' | 'onStoreError'>) {
  return async (id: string, settlement: Settlement, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (!(await leases.settle(id, settlement))) log.warn({ job: id }, 'a job was taken over while it ran');
        return;
      } catch (error) {
        onStoreError(error);
        await pause(1000, signal);
      }
    }
  };
}

function report(log: Log, about: object, { status, run_at, last_error: reason }: Settlement): void {
  if (status === 'done') log.debug(about, 'job done');
  else if (status === 'dead') log.error({ ...about, reason }, 'job failed for good; it is kept and can be run again');
  else if (status === 'held') log.warn({ ...about, reason }, 'job held back');
  else log.warn({ ...about, reason, again: new Date(run_at).toISOString() }, 'job will be tried again');
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
