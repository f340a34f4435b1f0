import { setImmediate as turn } from 'node:timers/promises';

/**
 * Runs the work beside a loop that only waits for its turn.
 * @returns milliseconds of the thread's processor time that the longest wait for a turn took: neighbours on the machine add nothing to it
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const ended = new AbortController();
  const [longest] = await Promise.all([watch(ended.signal), work().finally(() => ended.abort())]);
  return longest;
}

async function watch(ended: AbortSignal): Promise<number> {
  let longest = 0;
  while (!ended.aborted) {
    const begun = process.threadCpuUsage();
    await turn();
    const { user, system } = process.threadCpuUsage(begun);
    longest = Math.max(longest, (user + system) / 1000);
  }
  return longest;
}
