import type { Tx } from '../store/store.ts';

const WEEK = 7 * 24 * 3_600_000;

/** Counts of the past week, or of everything that waits. */
export type WeeklyCounts = {
  leads: number;
  unverified: number;
  spam: number;
  heldJobs: number;
  deadJobs: number;
  pendingScans: number;
  infected: number;
  suppressed: number;
};

export async function weeklyCounts(db: Tx, now: number): Promise<WeeklyCounts> {
  const since = now - WEEK;
  const leads = await db
    .selectFrom('leads')
    .select(({ fn }) => ['status', 'suspected_spam', fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy(['status', 'suspected_spam'])
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('status', 'in', ['held', 'dead'])
    .groupBy('status')
    .execute();
  const files = await db
    .selectFrom('files')
    .select(({ fn }) => ['scan', fn.countAll<number>().as('count')])
    .where('scan', 'in', ['pending', 'infected'])
    .groupBy('scan')
    .execute();
  const suppressed = await db
    .selectFrom('suppressions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>=', since)
    .executeTakeFirstOrThrow();
  const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
  return {
    leads: sum(leads),
    unverified: sum(leads.filter((row) => row.status === 'unverified' && row.suspected_spam === 0)),
    spam: sum(leads.filter((row) => row.suspected_spam === 1)),
    heldJobs: sum(jobs.filter((row) => row.status === 'held')),
    deadJobs: sum(jobs.filter((row) => row.status === 'dead')),
    pendingScans: sum(files.filter((row) => row.scan === 'pending')),
    infected: sum(files.filter((row) => row.scan === 'infected')),
    suppressed: suppressed.count,
  };
}
