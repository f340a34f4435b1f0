import { sql } from 'kysely';
import type { JobCauseState } from '../../contract/calls/desk/queue-calls.ts';
import { present } from '../../contract/checked.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import type { Tx } from '../store/store.ts';
import { causeOf, downKey, LATE, type JobCause } from './job-causes.ts';
import { retryJobs, SHARE } from './job-queue.ts';
import { listOutages } from './outages.ts';

export type WaitingCause = JobCause & {
  count: number;
  since: number;
  /** When the next of these jobs is tried, milliseconds since the epoch. */
  nextAt: number | undefined;
  kinds: ReadonlyMap<string, number>;
};

const LIVE = ['ready', 'running', 'dead', 'held'] as const;

/** Unfinished jobs, grouped by what they wait for. The store groups them: its answer is small however many jobs there are. */
export async function waitingCauses(db: Tx, now: number): Promise<WaitingCause[]> {
  const turn = sql<number>`case when run_at > ${sql.lit(now)} then 2 when run_at > ${sql.lit(now - LATE)} then 1 else 0 end`;
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name', 'status', 'waiting_on', 'last_error', fn.countAll<number>().as('count')])
    .select(({ fn }) => [fn.min('created_at').as('since'), fn.min('run_at').as('run_at'), turn.as('turn')])
    .where('status', 'in', LIVE)
    .groupBy(['name', 'status', 'waiting_on', 'last_error', turn])
    .execute();
  const causes = new Map<string, WaitingCause & { kinds: Map<string, number> }>();
  for (const { count, since, ...row } of rows) {
    const cause = causeOf(row, now);
    const name = `${cause.state} ${cause.key}`;
    const known = causes.get(name) ?? { ...cause, count: 0, since, nextAt: undefined, kinds: new Map<string, number>() };
    known.kinds.set(row.name, (known.kinds.get(row.name) ?? 0) + count);
    // Mails that wait for room have no fixed time.
    const nextAt = row.status === 'ready' && row.waiting_on !== SHARE ? Math.min(known.nextAt ?? Infinity, row.run_at) : known.nextAt;
    causes.set(name, { ...known, count: known.count + count, since: Math.min(known.since, since), nextAt });
  }
  // Jobs that wait for a resource are due when it is tried next.
  for (const { resource, next_try_at: nextAt } of await listOutages(db)) {
    const name = `late ${downKey(resource)}`;
    const cause = causes.get(name);
    if (cause !== undefined) causes.set(name, { ...cause, nextAt: Math.max(nextAt, now) });
  }
  return [...causes.values()];
}

export type CauseFilter = { state: JobCauseState; key: string; name?: string | undefined; after?: string | undefined };

/** Jobs of a cause, the oldest first. */
export async function jobsOfCause(
  db: Tx,
  { state, key, name, after }: CauseFilter,
  { now, limit }: { now: number; limit: number },
): Promise<JobRow[]> {
  const found: JobRow[] = [];
  for (let last = after ?? ''; found.length < limit;) {
    let query = db.selectFrom('jobs').selectAll().where('status', 'in', statusesOf[state]).where('id', '>', last);
    if (name !== undefined) query = query.where('name', '=', name);
    const rows = await query.orderBy('id').limit(PAGE).execute();
    for (const row of rows) {
      const cause = causeOf(row, now);
      if (cause.state === state && cause.key === key && found.length < limit) found.push(row);
    }
    if (rows.length < PAGE) break;
    last = present(rows.at(-1)).id;
  }
  return found;
}

const PAGE = 500;

const statusesOf: Readonly<Record<JobCauseState, readonly (typeof LIVE)[number][]>> = {
  queued: ['ready', 'running'],
  late: ['ready'],
  held: ['held', 'ready'],
  dead: ['dead'],
};

/** Makes all jobs of a cause run now, as ones that a person asked for. */
export async function retryAll(db: Tx, ids: readonly string[], now: number): Promise<number> {
  let count = 0;
  for (let at = 0; at < ids.length; at += PAGE) {
    count += await retryJobs(db, ids.slice(at, at + PAGE), now);
  }
  return count;
}
