import { failureClass, LATE, STAFF_REFUSED, UNKNOWN_MAILBOX } from '../jobs/job-causes.ts';
import type { Tx } from '../store/store.ts';

export const alertKinds = [
  'dead jobs',
  'old queue',
  'resource down',
  'staff refused',
  'endpoint failing',
  'endpoint off',
  'deliveries failed',
  'calendar failing',
  'row unreadable',
  'forms refused',
  'disk low',
  'backup old',
  'backup failed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Something that needs a person. Nothing in it is a visitor's. Times are milliseconds since the epoch. */
export type AlertCause = {
  kind: AlertKind;
  /** Of jobs their name, of what is down the resource, of deliveries the endpoint, of a server its DATA_DIR and host. */
  subject: string;
  /** The words of the last failure, without addresses. */
  reason: string;
  count: number;
  since: number;
};

/** Milliseconds after which what is down is told. */
export const OLD = LATE;
const MOST = 1000;

export function causeKey({ kind, subject, reason }: AlertCause): string {
  return [kind, subject, ...(kind === 'dead jobs' ? [failureClass(reason)] : [])].join(': ');
}

export async function findCauses(db: Tx, now: number): Promise<AlertCause[]> {
  return [...(await deadJobs(db)), ...(await oldQueue(db, now)), ...(await downResources(db, now)), ...(await refusedStaff(db))];
}

/** By name and class of failure. A visitor's mailbox that does not exist is no fault of ours: the lead's history has it. */
async function deadJobs(db: Tx): Promise<AlertCause[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'last_error', 'created_at', 'finished_at'])
    .where('status', '=', 'dead')
    .where((eb) => eb.or([eb('last_error', 'is', null), eb('last_error', 'not like', `${UNKNOWN_MAILBOX}:%`)]))
    .orderBy('run_at', 'desc')
    .limit(MOST)
    .execute();
  const groups = Map.groupBy(rows, ({ name, last_error: reason }) => `${name} ${failureClass(reason ?? '')}`);
  return [...groups.values()].map((group) => {
    const times = group.map(({ finished_at: at, created_at: created }) => at ?? created);
    return {
      kind: 'dead jobs',
      subject: group[0]!.name,
      reason: group[0]!.last_error ?? '',
      count: group.length,
      since: Math.min(...times),
    };
  });
}

async function oldQueue(db: Tx, now: number): Promise<AlertCause[]> {
  const { count, since } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('run_at').as('since')])
    .where('status', '=', 'ready')
    .where('run_at', '<', now - OLD)
    .executeTakeFirstOrThrow();
  return count === 0 ? [] : [{ kind: 'old queue', subject: 'jobs', reason: '', count, since }];
}

async function downResources(db: Tx, now: number): Promise<AlertCause[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'waiting_on',
      fn.countAll<number>().as('count'),
      fn.min('created_at').as('since'),
      fn.max('last_error').as('reason'),
    ])
    .where('waiting_on', 'is not', null)
    .where('status', '=', 'ready')
    .where('last_error', 'is not', null)
    .groupBy('waiting_on')
    .execute();
  return rows
    .filter(({ since }) => since < now - OLD)
    .map(({ waiting_on: subject, count, since, reason }) => ({
      kind: 'resource down',
      subject: subject!,
      reason: reason ?? '',
      count,
      since,
    }));
}

async function refusedStaff(db: Tx): Promise<AlertCause[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name', fn.countAll<number>().as('count'), fn.min('created_at').as('since'), fn.max('last_error').as('reason')])
    .where('status', '=', 'ready')
    .where('last_error', 'like', `${STAFF_REFUSED}:%`)
    .groupBy('name')
    .execute();
  return rows.map(({ name: subject, count, since, reason }) => ({ kind: 'staff refused', subject, reason: reason ?? '', count, since }));
}
