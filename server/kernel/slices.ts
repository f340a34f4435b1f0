import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of the thread's processor time after which others have their turn. */
const SLICE = 8;

/**
 * Cuts long work into slices: called between its steps, it hands the thread to whatever else waits as soon as a slice is used up. Without it
 * what awaits nothing but the embedded store never would, for its answers are there at once.
 */
export function createSlices(): () => Promise<void> {
  let begun = process.threadCpuUsage();
  return async () => {
    const { user, system } = process.threadCpuUsage(begun);
    if (user + system < SLICE * 1000) return;
    await turn();
    begun = process.threadCpuUsage();
  };
}

/** Passes on a file piece by piece, in slices. */
export async function* inSlices<Piece>(content: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const slice = createSlices();
  for await (const piece of content) {
    yield piece;
    await slice();
  }
}
