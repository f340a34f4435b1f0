import { present } from '../../contract/checked.ts';
import { listOutages } from '../queue/outages.ts';
import type { JobStatus } from '../store/tables/queue-tables.ts';
import type { Tx } from '../store/store.ts';

export const jobStates = ['ready', 'running', 'dead', 'held'] as const satisfies readonly JobStatus[];

/** Times are milliseconds since the epoch. */
export type LiveJobs = {
  byState: readonly { job: string; state: JobStatus; count: number; createdAt: number }[];
  /** When the job that has waited longest became due; undefined when none is due. */
  dueSince: number | undefined;
  waiting: readonly { resource: string; count: number }[];
  outages: readonly { resource: string; since: number }[];
};

/** Counts the jobs that are not done. A partial index makes this quick however many are done. */
export async function countLiveJobs(db: Tx): Promise<LiveJobs> {
  const byState = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name as job', 'status as state', fn.countAll<number>().as('count'), fn.min('created_at').as('createdAt')])
    .where('status', 'in', jobStates)
    .groupBy(['name', 'status'])
    .execute();
  const due = await db.selectFrom('jobs').select('run_at').where('status', '=', 'ready').orderBy('run_at').limit(1).executeTakeFirst();
  const waiting = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['waiting_on', fn.countAll<number>().as('count')])
    .where('waiting_on', 'is not', null)
    .where('status', '=', 'ready')
    .groupBy('waiting_on')
    .execute();
  return {
    byState,
    dueSince: due?.run_at,
    outages: await listOutages(db),
    waiting: waiting.map(({ waiting_on: resource, count }) => ({ resource: present(resource), count })),
  };
}
