import { safeParse } from 'valibot';
import { withoutAddresses } from '../mail/address.ts';
import { plainText } from '../mail/plain-text.ts';
import type { JobRow } from '../store/schema.ts';
import { backoff } from './backoff.ts';
import { LONGEST_PAUSE } from './clock.ts';
import { PermanentFailure, Unavailable, type AnyJob, type JobContext, type JobOutcome } from './job.ts';
import type { Settlement } from './job-leases.ts';

/** Never throws. */
export async function runJob<Services>(
  row: JobRow,
  job: AnyJob<Services> | undefined,
  context: JobContext<Services>,
  random: () => number = Math.random,
): Promise<Settlement> {
  // Claimed once more than it may be tried: a run of it never came to an end, and took the process along.
  if (row.attempts > row.max_attempts) return failed(row, context.now(), 'none of its runs came to an end', 'dead');
  // Another version of the server may know the name, or its payload: it is kept for days before it is given up.
  if (!job) return later(row, context.now(), `no job is called ${row.name}`, hour);
  const payload = readPayload(row, job);
  if (!payload.ok) return later(row, context.now(), payload.reason, hour);
  try {
    return settled(row, await job.run(payload.value, context), context.now());
  } catch (error) {
    return thrown(row, error, context.now(), backoff(row.attempts, random));
  }
}

const hour = 3_600_000;

function settled(row: JobRow, outcome: JobOutcome, now: number): Settlement {
  if (!outcome) return { ...unchanged(row), status: 'done', finished_at: now };
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

function thrown(row: JobRow, error: unknown, now: number, pause: number): Settlement {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof PermanentFailure) return failed(row, now, reason, 'dead');
  const settlement = later(row, now, reason, pause);
  return error instanceof Unavailable && settlement.status === 'ready' ? { ...settlement, waiting_on: error.resource } : settlement;
}

function later(row: JobRow, now: number, reason: string, pause: number): Settlement {
  if (row.attempts >= row.max_attempts) return failed(row, now, reason, 'dead');
  return { ...failed(row, now, reason, 'ready'), run_at: now + pause, finished_at: null };
}

function failed(row: JobRow, now: number, reason: string, status: 'dead' | 'ready'): Settlement {
  return { ...unchanged(row), status, last_error: plain(reason), finished_at: now };
}

function unchanged(row: JobRow): Settlement {
  return {
    status: row.status,
    run_at: row.run_at,
    attempts: row.attempts,
    last_error: null,
    waiting_on: null,
    finished_at: null,
  };
}

function readPayload(row: JobRow, job: Pick<AnyJob<never>, 'payload'>): { ok: true; value: unknown } | { ok: false; reason: string } {
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
