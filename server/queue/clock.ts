import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { LEASE } from './leases.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The longest that any rule puts a job off, in milliseconds: a mailbox's daily limit, plus an hour. */
export const LONGEST_PAUSE = 25 * hour;

const LONGEST_WINDOW = 24 * hour;

/**
 * Corrects times that were stored while the clock was ahead: on the first call, when the clock steps back, and every hour.
 * @returns how many jobs were brought back
 */
export function createClockWatch(store: Store, now: () => number): () => Promise<number> {
  let offset = Infinity;
  let mendedAt = -Infinity;
  return async () => {
    const before = offset;
    offset = now() - performance.now();
    const isSetBack = offset <= before - minute;
    if (!isSetBack && now() - mendedAt < hour) return 0;
    const mended = await store.begin(async (tx) => {
      // A pause that began under the other clock may be of any length: what is down is tried at once.
      if (isSetBack) await tx.updateTable('outages').set({ next_try_at: now() }).where('next_try_at', '>', now()).execute();
      return mendTimes(tx, now());
    });
    mendedAt = now();
    return mended;
  };
}

/** Corrects times that lie further ahead than any rule could have put them. @returns how many jobs are due sooner */
async function mendTimes(tx: Tx, now: number): Promise<number> {
  const broughtBack = await mendJobs(tx, now);
  // A worker that is alive renews its lease.
  await tx
    .updateTable('jobs')
    .set({ locked_until: now + LEASE })
    .where('status', '=', 'running')
    .where('locked_until', '>', now + 2 * LEASE)
    .execute();
  await tx
    .updateTable('outages')
    .set({ since: now, next_try_at: now })
    .where((eb) => eb.or([eb('since', '>', now + minute), eb('next_try_at', '>', now + 2 * hour)]))
    .execute();
  await tx
    .updateTable('mail_log')
    .set({ at: now })
    .where('at', '>', now + minute)
    .execute();
  // It was sent before the clock was set right: whoever asks for a link since then gets another.
  await tx
    .updateTable('verifications')
    .set({ sent_at: now - minute })
    .where('sent_at', '>', now + minute)
    .execute();
  await tx
    .updateTable('verifications')
    .set({ created_at: now, expires_at: sql`expires_at - (created_at - ${now})` })
    .where('created_at', '>', now + minute)
    .execute();
  await tx
    .deleteFrom('rate_limits')
    .where('expire', '>', now + LONGEST_WINDOW + minute)
    .execute();
  return broughtBack;
}

/**
 * Jobs that lie too far ahead, and those that were put off under the wrong clock: when they were made, or failed first, tells by how much it was ahead.
 * @returns how many are due sooner
 */
async function mendJobs(tx: Tx, now: number): Promise<number> {
  const waiting = () => tx.updateTable('jobs').where('status', '=', 'ready');
  const tooFar = await waiting()
    .set({ run_at: now })
    .where('run_at', '>', now + LONGEST_PAUSE)
    .executeTakeFirst();
  const failed = await waiting()
    .set({ run_at: sql`run_at - (failing_since - ${now})` })
    .where('failing_since', '>', now + minute)
    .where('run_at', '>', now)
    .executeTakeFirst();
  await tx
    .updateTable('jobs')
    .set({ failing_since: now })
    .where('failing_since', '>', now + minute)
    .execute();
  // A scheduled job that ran under the wrong clock must not count as the run of that later period.
  await tx
    .updateTable('jobs')
    .set({ unique_key: null })
    .where('unique_key', 'like', 'every:%')
    .where('created_at', '>', now + minute)
    .execute();
  const made = await waiting()
    .set({ run_at: sql`run_at - (created_at - ${now})` })
    .where('created_at', '>', now + minute)
    .whereRef('run_at', '>=', 'created_at')
    .executeTakeFirst();
  await waiting()
    .set({ created_at: now })
    .where('created_at', '>', now + minute)
    .execute();
  return [tooFar, failed, made].reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}
