import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of processor time after which the thread is handed on. */
const SLICE = 8;

/**
 * Cuts long work into slices: call the returned function between steps. Once a slice is used up, it lets the event loop run other work.
 * Needed where only the embedded store is awaited: it answers synchronously and never yields to the event loop.
 */
export function createSlices(): () => Promise<void> {
  let begun = process.threadCpuUsage();
  let at = performance.now();
  return async () => {
    // The cheaper clock first: no thread works longer than time passes.
    if (performance.now() - at < SLICE) return;
    const { user, system } = process.threadCpuUsage(begun);
    const used = (user + system) / 1000;
    if (used < SLICE) return void (at = performance.now() - used);
    await turn();
    begun = process.threadCpuUsage();
    at = performance.now();
  };
}

/** Yields the pieces, and lets other work run after each slice. */
export async function* inSlices<Piece>(content: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const slice = createSlices();
  for await (const piece of content) {
    yield piece;
    await slice();
  }
}
