import { sql } from 'kysely';
import { safeParse } from 'valibot';
import { withoutAddresses } from '../kernel/address.ts';
import { plainText } from '../kernel/plain-text.ts';
import { present } from '../../contract/checked.ts';
import { writeLater, type LaterWrite } from '../store/group-commit.ts';
import type { Tx } from '../store/store.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { backoff, GIVE_UP_AFTER, PERHAPS_DONE_PAUSE, spread } from './backoff.ts';
import { LONGEST_PAUSE } from './clock.ts';
import { PartlyDone, PERHAPS_DONE, PermanentFailure, TryLater, Unavailable, type AnyJob, type JobContext, type JobOutcome } from './job.ts';

export type Settlement = Pick<
  JobRow,
  'status' | 'run_at' | 'attempts' | 'last_error' | 'waiting_on' | 'finished_at' | 'failing_since' | 'perhaps_done' | 'served'
>;

/** How a run ended: what is stored of the job, and the resource that was down, if one was. */
export type RunEnd = { settlement: Settlement; unavailable?: Unavailable };

/** Runs a job and says how it ended. Never throws. */
export async function runJob<Services>(
  row: JobRow,
  job: AnyJob<Services> | undefined,
  context: JobContext<Services>,
  random: () => number = Math.random,
): Promise<RunEnd> {
  const now = context.now;
  // Too many runs in a row never ended: each took its process down.
  if (row.unended > row.max_attempts) return { settlement: dead(row, now(), 'none of its runs came to an end') };
  if (row.perhaps_done >= TWICE) return { settlement: dead(row, now(), PERHAPS_TWICE) };
  // Another version of the server may know this name or payload: kept for days before it is given up.
  if (!job) return { settlement: later(row, now(), `no job is called ${row.name}`, hour) };
  const payload = readPayload(row, job);
  if (!payload.ok) return { settlement: later(row, now(), payload.reason, hour) };
  try {
    return { settlement: settled(row, await job.run(payload.value, context), now()) };
  } catch (error) {
    const settlement = thrown(row, error, { now: now(), random });
    return error instanceof Unavailable ? { settlement, unavailable: error } : { settlement };
  }
}

const hour = 3_600_000;
const TWICE = 2;
const PERHAPS_TWICE = `${PERHAPS_DONE}: twice it ended where it may have been done, and nobody knows whether it was`;

function settled(row: JobRow, outcome: JobOutcome, now: number): Settlement {
  if (!outcome) return { ...unchanged(row), status: 'done', failing_since: null, finished_at: now };
  if ('held' in outcome) return { ...unchanged(row), status: 'held', last_error: plain(outcome.held) };
  return {
    ...unchanged(row),
    status: 'ready',
    run_at: Math.min(outcome.retryAt, now + LONGEST_PAUSE),
    attempts: row.attempts - 1,
    last_error: plain(outcome.reason),
    waiting_on: outcome.waitingOn ?? null,
  };
}

function thrown(row: JobRow, error: unknown, { now, random }: { now: number; random: () => number }): Settlement {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof PermanentFailure) return dead(row, now, reason);
  const pause = backoff(row.attempts, random);
  if (error instanceof Unavailable) return unavailable(row, error, { now, reason, pause, park: spread(hour, random) });
  if (error instanceof TryLater) return later(row, now, reason, Math.max(pause, spread(error.pause, random)));
  if (error instanceof PartlyDone) return { ...later(row, now, reason, pause), served: JSON.stringify(error.served) };
  return later(row, now, reason, pause);
}

type Pauses = { now: number; reason: string; pause: number; park: number };

function unavailable(row: JobRow, { resource, untried, perhapsDone }: Unavailable, { now, reason, pause, park }: Pauses): Settlement {
  const waits = { waiting_on: resource };
  if (untried) return { ...later(row, now, reason, park), ...waits, attempts: row.attempts - 1 };
  if (!perhapsDone) return { ...later(row, now, reason, pause), ...waits };
  const times = { perhaps_done: row.perhaps_done + 1 };
  if (times.perhaps_done >= TWICE) return { ...dead(row, now, PERHAPS_TWICE), ...times };
  return { ...later(row, now, reason, Math.max(pause, PERHAPS_DONE_PAUSE)), ...times };
}

/** Given up by time and not by attempts: attempts come faster when an outage ends. */
function later(row: JobRow, now: number, reason: string, pause: number): Settlement {
  const since = row.failing_since ?? now;
  if (now - since >= GIVE_UP_AFTER) return dead(row, now, reason);
  return { ...unchanged(row), status: 'ready', last_error: plain(reason), failing_since: since, run_at: now + pause };
}

function dead(row: JobRow, now: number, reason: string): Settlement {
  return { ...unchanged(row), status: 'dead', last_error: plain(reason), finished_at: now };
}

function unchanged(row: JobRow): Settlement {
  return {
    status: row.status,
    run_at: row.run_at,
    attempts: row.attempts,
    last_error: null,
    waiting_on: null,
    finished_at: null,
    failing_since: row.failing_since,
    perhaps_done: row.perhaps_done,
    served: row.served,
  };
}

export function readPayload(
  row: JobRow,
  job: Pick<AnyJob<never>, 'payload'>,
): { ok: true; value: unknown } | { ok: false; reason: string } {
  let document: unknown;
  try {
    document = JSON.parse(row.payload);
  } catch {
    return { ok: false, reason: 'its payload is not JSON' };
  }
  const result = safeParse(job.payload, document);
  if (result.success) return { ok: true, value: result.output };
  // Paths only: an issue's message repeats the value, which may be personal.
  const paths = result.issues.map((issue) => issue.path?.map((item) => String(item.key)).join('.') ?? 'the whole');
  return { ok: false, reason: `its payload does not fit: ${paths.join(', ')}` };
}

function plain(reason: string): string {
  return withoutAddresses(plainText(reason, 500));
}

export type RunEnded = { id: string; settlement: Settlement; writes: readonly LaterWrite[] };

/** Stores how runs ended, and what they have to write with it. @returns of each whether its job was still this worker's */
export async function settleJobs(tx: Tx, worker: string, runs: readonly RunEnded[]): Promise<boolean[]> {
  await writeLater(
    tx,
    runs.flatMap(({ writes }) => writes),
  );
  const kept = new Set<string>();
  for (const [, same] of Map.groupBy(runs, (run) => changesOf(run).key)) {
    const { values } = changesOf(present(same[0]));
    const ids = same.map(({ id }) => id);
    for (const id of await changeRunning(tx, { worker, ids }, { ...values, ...ended })) kept.add(id);
  }
  return runs.map(({ id }) => kept.has(id));
}

/** Whether settleJobs runs a single statement for these. */
export function isOneUpdate(runs: readonly RunEnded[]): boolean {
  return runs.every(({ writes }) => writes.length === 0) && new Set(runs.map((run) => changesOf(run).key)).size === 1;
}

const ended = { locked_by: null, locked_until: null, unended: 0 } as const;

/** For jobs that are done, columns that keep their values are left out, so that all have one key and one statement changes all that end at once. */
function changesOf({ id, settlement }: RunEnded): { key: string; values: Partial<Settlement> } {
  if (settlement.status !== 'done') return { key: id, values: settlement };
  const { run_at: _, attempts: __, served: ___, finished_at: finishedAt, ...values } = settlement;
  return { key: JSON.stringify(values), values: { ...values, finished_at: finishedAt } };
}

/** Changes running jobs. @returns the ids of those whose lease the worker still has */
export async function changeRunning(
  db: Tx,
  { worker, ids }: { worker: string; ids: readonly string[] },
  values: Partial<JobRow>,
): Promise<string[]> {
  const leased = db
    .updateTable('jobs')
    .set(values)
    .where('id', 'in', ids)
    .where('locked_by', '=', worker)
    .where('status', '=', sql.lit('running'));
  return (await leased.returning('id').execute()).map(({ id }) => id);
}
