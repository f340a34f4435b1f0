/** The pause after a failed attempt: a second, doubled up to an hour, a fifth more or less of it. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return spread(Math.min(hour, 1000 * 2 ** Math.min(attempt - 1, 20)), random);
}

/** A fifth more or less of some milliseconds. */
export function spread(ms: number, random: () => number = Math.random): number {
  return Math.round(ms * (0.8 + 0.4 * random()));
}

const hour = 3_600_000;

/** Milliseconds from a job's first failure until it is given up, however often it was tried meanwhile. */
export const GIVE_UP_AFTER = 72 * hour;

/** Milliseconds after which something is done again that may have been done: a mail that came twice should not come at once. */
export const PERHAPS_DONE_PAUSE = 4 * hour;
