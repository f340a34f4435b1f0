/** Milliseconds: an answer that took longer says the time worse than by half of them, and is asked for again, for so long at most. */
const QUICK = 50;
const PATIENCE = 2000;
const TRIES = 3;

/**
 * The time of a database that several servers share, known without asking each time: what it said last, and what has passed since by a
 * clock that nobody sets. Until it was read it is this machine's own.
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
        // Halfway between the question and the answer.
        if (best === undefined || took < best.took) best = { took, offset: time - asked - took / 2 };
        if (took <= QUICK) break;
      }
      offset = best?.offset ?? offset;
    },
  };
}
