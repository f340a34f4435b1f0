/**
 * The time of a database that several servers share, known without asking each time: what it said last, and what has passed since by a
 * clock that nobody sets. Until it was read it is this machine's own.
 */
export function createDatabaseClock(read: () => Promise<number>): { now: () => number; read: () => Promise<void> } {
  let offset: number | undefined;
  return {
    now: () => (offset === undefined ? Date.now() : Math.round(performance.now() + offset)),
    read: async () => {
      const asked = performance.now();
      const time = await read();
      // Halfway between the question and the answer.
      offset = time - (asked + performance.now()) / 2;
    },
  };
}
