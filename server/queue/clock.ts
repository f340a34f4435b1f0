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
    if (offset > before - minute && now() - mendedAt < hour) return 0;
    const mended = await store.begin((tx) => mendTimes(tx, now()));
    mendedAt = now();
    return mended;
  };
}

/** Corrects times that lie further ahead than any rule could have put them. */
async function mendTimes(tx: Tx, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ run_at: now })
    .where('status', '=', 'ready')
    .where('run_at', '>', now + LONGEST_PAUSE)
    .executeTakeFirst();
  // A worker that is alive renews its lease.
  await tx
    .updateTable('jobs')
    .set({ locked_until: now + LEASE })
    .where('status', '=', 'running')
    .where('locked_until', '>', now + 2 * LEASE)
    .execute();
  await tx
    .updateTable('jobs')
    .set({ failing_since: now })
    .where('failing_since', '>', now + minute)
    .execute();
  await tx
    .updateTable('outages')
    .set({ since: now, next_try_at: now })
    .where((eb) => eb.or([eb('since', '>', now + minute), eb('next_try_at', '>', now + 2 * hour)]))
    .execute();
  // A scheduled job that ran under the wrong clock must not count as the run of that later period.
  await tx
    .updateTable('jobs')
    .set({ unique_key: null })
    .where('unique_key', 'like', 'every:%')
    .where('created_at', '>', now + minute)
    .execute();
  await tx
    .updateTable('mail_log')
    .set({ at: now })
    .where('at', '>', now + minute)
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
  return Number(numUpdatedRows);
}
