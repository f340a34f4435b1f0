import type { JobStatus } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';

export const jobStates = ['ready', 'running', 'dead', 'held'] as const satisfies readonly JobStatus[];

/** Times are milliseconds since the epoch. */
export type LiveJobs = {
  byState: readonly { job: string; state: JobStatus; count: number; createdAt: number }[];
  /** Since when the job that waits longest for its turn could have run; undefined where none could. */
  dueSince: number | undefined;
  waiting: readonly { resource: string; count: number }[];
};

/** Milliseconds that a scrape waits for the store, and for which an answer serves whatever else is scraped. */
const PATIENCE = 3000;
const FRESH = 1000;

/** @returns reads the jobs, once for all that ask at a time; undefined where the store does not answer */
export function createLiveJobsReader(db: Tx): () => Promise<LiveJobs | undefined> {
  let answer: Promise<LiveJobs | undefined> | undefined;
  let until = 0;
  return () => {
    if (answer === undefined || performance.now() > until) {
      answer = within(PATIENCE, countLiveJobs(db)).catch(() => undefined);
      until = performance.now() + FRESH;
    }
    return answer;
  };
}

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
    waiting: waiting.map(({ waiting_on: resource, count }) => ({ resource: resource!, count })),
  };
}

async function within<Answer>(ms: number, asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store takes too long')), ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
