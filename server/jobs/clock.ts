import { sql } from 'kysely';
import type { Store, Tx } from '../store/store.ts';
import { lease } from './job-leases.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The longest that a job is ever put off: until a mailbox's day has passed, and some. */
export const LONGEST_PAUSE = 25 * hour;

const LONGEST_WINDOW = 24 * hour;

/**
 * Mends what was written while the clock was ahead, when it is seen to step back, at first, and every hour.
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

/** Brings back times that lie further ahead than any rule could have put them. */
async function mendTimes(tx: Tx, now: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ run_at: now })
    .where('status', '=', 'ready')
    .where('run_at', '>', now + LONGEST_PAUSE)
    .executeTakeFirst();
  // Its worker renews it, if it lives.
  await tx
    .updateTable('jobs')
    .set({ locked_until: now + lease })
    .where('status', '=', 'running')
    .where('locked_until', '>', now + 2 * lease)
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
  // What ran for a period that is still to come must not stand for it.
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
