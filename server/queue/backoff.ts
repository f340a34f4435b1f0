/** Milliseconds to wait after failed attempt number `attempt`: a second, doubled each time up to an hour, plus or minus 20 %. */
export function backoff(attempt: number, random: () => number = Math.random, { first = 1000, longest = hour } = {}): number {
  return spread(Math.min(longest, first * 2 ** Math.min(attempt - 1, 20)), random);
}

/** The given milliseconds, plus or minus 20 % at random. */
export function spread(ms: number, random: () => number = Math.random): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}

const hour = 3_600_000;

/** Milliseconds from a job's first failure until it is given up, however often it was tried meanwhile. */
export const GIVE_UP_AFTER = 72 * hour;

/** Milliseconds until a job is repeated that may have had its effect: if a mail does arrive twice, the copies are hours apart. */
export const PERHAPS_DONE_PAUSE = 4 * hour;
