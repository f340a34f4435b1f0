/**
 * Milliseconds. An answer's time is wrong by up to half of what it took, so one slower than QUICK is asked for again, up to TRIES times or for
 * PATIENCE.
 */
const QUICK = 50;
const PATIENCE = 2000;
const TRIES = 3;

/**
 * The time of a shared database, without a query for each use: the last answer plus the monotonic time that has passed since. Before the first answer
 * it is this machine's time.
 */
export function createDatabaseClock(
  read: () => Promise<number>,
  passed: () => number = () => performance.now(),
): { now: () => number; read: () => Promise<void> } {
  let offset: number | undefined;
  return {
    now: () => (offset === undefined ? Date.now() : Math.round(passed() + offset)),
    read: async () => {
      const began = passed();
      let best: { took: number; offset: number } | undefined;
      for (let tries = 0; tries < TRIES && passed() - began < PATIENCE; tries += 1) {
        const asked = passed();
        const time = await read();
        const took = passed() - asked;
        // Assumes that the time was read halfway between question and answer.
        if (best === undefined || took < best.took) best = { took, offset: time - asked - took / 2 };
        if (took <= QUICK) break;
      }
      offset = best?.offset ?? offset;
    },
  };
}
