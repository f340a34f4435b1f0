import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Runs work beside a loop that repeatedly yields to the event loop.
 * @returns the longest wait for a turn in milliseconds of this thread's processor time, which other processes do not affect
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  // What earlier tests left would be collected within a turn of this one: tens of megabytes, with the young generation of tests.
  collect();
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
