/** The pause after a failed attempt: a second, doubled up to an hour, a fifth more or less of it. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const base = Math.min(hour, 1000 * 2 ** Math.min(attempt - 1, 20));
  return Math.round(base * (0.8 + 0.4 * random()));
}

const hour = 3_600_000;
