const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds after the first attempt, the second …: over three days in all. */
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

/** The longest that an endpoint may ask to be left alone for (Retry-After). */
const LONGEST = 24 * hour;

/**
 * When a delivery is tried again, a fifth sooner or later; undefined where it was the last attempt.
 * @param retryAfter milliseconds that the endpoint asked for
 */
export function retryAt(
  { attempts, now, retryAfter = 0 }: { attempts: number; now: number; retryAfter?: number | undefined },
  random: () => number = Math.random,
): number | undefined {
  const pause = RETRY_PAUSES[Math.max(1, attempts) - 1];
  return pause === undefined ? undefined : now + Math.max(jittered(pause, random), Math.min(retryAfter, LONGEST));
}

/** Failures in a row, of whatever deliveries, after which an endpoint as a whole is left alone and then tried with one delivery. */
export const FAILING = 5;
const LONGEST_REST = 5 * minute;

/** How long an endpoint is left alone that fails with everything: the first time seconds, at last five minutes. */
export function restOf(failures: number, random: () => number = Math.random): number {
  return failures < FAILING ? 0 : jittered(Math.min(LONGEST_REST, 5 * second * 2 ** Math.min(failures - FAILING, 20)), random);
}

function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}
