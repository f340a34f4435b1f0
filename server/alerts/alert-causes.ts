import { elementAt } from '../../contract/checked.ts';
import { failureClass, LATE, MAIL_REFUSED, STAFF_REFUSED, UNKNOWN_MAILBOX } from '../queue/job-causes.ts';
import { listOutages } from '../queue/outages.ts';
import { listRefusedStaff } from '../mail/suppression.ts';
import type { Tx } from '../store/store.ts';

export const alertKinds = [
  'dead jobs',
  'old queue',
  'resource down',
  'staff refused',
  'address refused',
  'mail refused',
  'endpoint failing',
  'endpoint off',
  'deliveries failed',
  'calendar failing',
  'row unreadable',
  'forms refused',
  'share used up',
  'disk low',
  'backup old',
  'backup failed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** A problem that needs a person. Contains nothing about visitors. Times are milliseconds since the epoch. */
export type AlertCause = {
  kind: AlertKind;
  /** The name of jobs, a resource that is down, an endpoint of deliveries, or a server's DATA_DIR and host. */
  subject: string;
  /** The error of the last failure, without addresses. */
  reason: string;
  count: number;
  since: number;
};

/** Milliseconds after which a queue that does not move is reported. */
export const OLD = LATE;
/** Milliseconds after which a resource that is down is reported: short outages need nobody. */
const DOWN = 3 * 60_000;
const MOST = 1000;

export function causeKey({ kind, subject, reason }: AlertCause): string {
  return [kind, subject, ...(kind === 'dead jobs' ? [failureClass(reason)] : [])].join(': ');
}

export async function findCauses(db: Tx, now: number): Promise<AlertCause[]> {
  return [
    ...(await deadJobs(db)),
    ...(await oldQueue(db, now)),
    ...(await downResources(db, now)),
    ...(await refusedJobs(db, 'staff refused', STAFF_REFUSED)),
    ...(await refusedJobs(db, 'mail refused', MAIL_REFUSED)),
    ...(await refusedAddresses(db, now)),
  ];
}

/** Dead jobs by name and kind of failure. A visitor's mailbox that does not exist is left out: the lead's history shows it. */
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
      subject: elementAt(group, 0).name,
      reason: elementAt(group, 0).last_error ?? '',
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
  const down = (await listOutages(db)).filter(({ since }) => since < now - DOWN);
  const waiting = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['waiting_on', fn.countAll<number>().as('count')])
    .where('waiting_on', 'is not', null)
    .where('status', 'in', ['ready', 'running'])
    .groupBy('waiting_on')
    .execute();
  const counts = new Map(waiting.map(({ waiting_on: resource, count }) => [resource, count]));
  return down.map(({ resource: subject, since, reason }) => ({
    kind: 'resource down',
    subject,
    reason,
    count: counts.get(subject) ?? 0,
    since,
  }));
}

/** Mails that are tried again after the mail server refused them. */
async function refusedJobs(db: Tx, kind: 'staff refused' | 'mail refused', error: string): Promise<AlertCause[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => ['name', fn.countAll<number>().as('count'), fn.min('created_at').as('since'), fn.max('last_error').as('reason')])
    .where('status', '=', 'ready')
    .where('last_error', 'like', `${error}:%`)
    .groupBy('name')
    .execute();
  return rows.map(({ name: subject, count, since, reason }) => ({ kind, subject, reason: reason ?? '', count, since }));
}

/** How many staff addresses are refused. The desk shows which, because staff addresses may appear there. */
async function refusedAddresses(db: Tx, now: number): Promise<AlertCause[]> {
  const rows = await listRefusedStaff(db, now);
  if (rows.length === 0) return [];
  const since = Math.min(...rows.map((row) => row.since));
  return [{ kind: 'address refused', subject: 'addresses of colleagues', reason: elementAt(rows, 0).reason, count: rows.length, since }];
}
