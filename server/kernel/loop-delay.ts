import { elementAt } from '../../contract/checked.ts';
/** Milliseconds between two measurements, and the number of measurements kept. */
const EVERY = 50;
const LOOKS = 5;

/**
 * Measures how late the event loop of this process runs its timers. Costs one timer, which keeps no process alive.
 * @returns milliseconds: the median of the last measurements, so that a single pause does not count
 */
export function watchLoopDelay(): () => number {
  const looks = new Array<number>(LOOKS).fill(0);
  let at = 0;
  let due = performance.now() + EVERY;
  setInterval(() => {
    const now = performance.now();
    looks[at] = Math.max(0, now - due);
    at = (at + 1) % LOOKS;
    due = now + EVERY;
  }, EVERY).unref();
  return () =>
    elementAt(
      looks.toSorted((one, other) => one - other),
      LOOKS >> 1,
    );
}
