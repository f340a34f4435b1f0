import { backoff, spread } from '../queue/backoff.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds to wait after the first failed attempt, the second, and so on: more than three days together. */
export const RETRY_PAUSES: readonly number[] = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  22 * hour,
];

/** The longest wait, in milliseconds, that an endpoint can demand (Retry-After). */
const LONGEST = 24 * hour;

/**
 * When a delivery is tried again (with 20 % random variation), milliseconds since the epoch; undefined after the last attempt.
 * @param retryAfter milliseconds that the endpoint asked for
 */
export function retryAt(
  { attempts, now, retryAfter = 0 }: { attempts: number; now: number; retryAfter?: number | undefined },
  random: () => number = Math.random,
): number | undefined {
  const pause = RETRY_PAUSES[Math.max(1, attempts) - 1];
  return pause === undefined ? undefined : now + Math.max(spread(pause, random), Math.min(retryAfter, LONGEST));
}

/** Failures in a row, of any deliveries, after which an endpoint is paused as a whole and then tried with one delivery. */
export const FAILING = 5;
const LONGEST_REST = 5 * minute;

/** Milliseconds to pause an endpoint that fails with everything: from five seconds up to five minutes. */
export function restOf(failures: number, random: () => number = Math.random): number {
  return failures < FAILING ? 0 : backoff(failures - FAILING + 1, random, { first: 5 * second, longest: LONGEST_REST });
}
