import { readFileSync } from 'node:fs';

/**
 * The result of a run, and the share (0 to 1) of processor time that other virtual machines on the host took meanwhile: 'steal' in /proc/stat on
 * Linux, 0 on other systems.
 */
export type Disturbed<T> = { result: T; stolen: number };

/** A run that lost a larger share to others is not representative. */
const UNDISTURBED = 0.02;

/**
 * Repeats a run until `wanted` runs were undisturbed, at most `most` times.
 * @param run returns undefined if it failed, and is then repeated
 * @returns the `wanted` least disturbed runs, and how many failed
 */
export async function leastDisturbed<T>(
  run: () => Promise<T | undefined>,
  { wanted, most }: { wanted: number; most: number },
): Promise<{ runs: Disturbed<T>[]; failed: number }> {
  const all: Disturbed<T>[] = [];
  let runs = 0;
  for (; runs < most && all.filter(({ stolen }) => stolen <= UNDISTURBED).length < wanted; runs += 1) {
    const { result, stolen } = await disturbed(run);
    if (result !== undefined) all.push({ result, stolen });
  }
  return { runs: all.toSorted((a, b) => a.stolen - b.stolen).slice(0, wanted), failed: runs - all.length };
}

async function disturbed<T>(run: () => Promise<T>): Promise<Disturbed<T>> {
  const before = machineTicks();
  const result = await run();
  const after = machineTicks();
  return { result, stolen: (after.stolen - before.stolen) / Math.max(1, after.all - before.all) };
}

/** In clock ticks over all processors. Fields in proc_stat(5): user nice system idle iowait irq softirq steal; guest times are part of user. */
export function machineTicks(): { all: number; stolen: number } {
  if (process.platform !== 'linux') return { all: 0, stolen: 0 };
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = all.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 };
}
