import { present } from '../../contract/checked.ts';
import { listOutages } from '../queue/outages.ts';
import type { JobStatus } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';

export const jobStates = ['ready', 'running', 'dead', 'held'] as const satisfies readonly JobStatus[];

/** Times are milliseconds since the epoch. */
export type LiveJobs = {
  byState: readonly { job: string; state: JobStatus; count: number; createdAt: number }[];
  /** Since when the job that waits longest for its turn could have run; undefined where none could. */
  dueSince: number | undefined;
  waiting: readonly { resource: string; count: number }[];
  outages: readonly { resource: string; since: number }[];
};

/** The jobs that are not done, which an index has apart from the many that are. */
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
