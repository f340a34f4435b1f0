import { readFileSync } from 'node:fs';

/**
 * What a run measured, and the share (0 to 1) of the processors' time that other machines on the same host took meanwhile: Linux tells
 * it as 'steal' in /proc/stat, other systems do not, and it counts as none.
 */
export type Disturbed<T> = { result: T; stolen: number };

/** A run that lost more than this share to others says more about them. */
const UNDISTURBED = 0.02;

/**
 * Repeats a run until `wanted` of them were undisturbed, `most` times at the most; returns the `wanted` least disturbed.
 * @param run gives nothing where it failed for a reason of its own, and is then repeated
 */
export async function leastDisturbed<T>(
  run: () => Promise<T | undefined>,
  { wanted, most }: { wanted: number; most: number },
): Promise<Disturbed<T>[]> {
  const all: Disturbed<T>[] = [];
  for (let runs = 0; runs < most && all.filter(({ stolen }) => stolen <= UNDISTURBED).length < wanted; runs += 1) {
    const { result, stolen } = await disturbed(run);
    if (result !== undefined) all.push({ result, stolen });
  }
  return all.toSorted((a, b) => a.stolen - b.stolen).slice(0, wanted);
}

async function disturbed<T>(run: () => Promise<T>): Promise<Disturbed<T>> {
  const before = processorTime();
  const result = await run();
  const after = processorTime();
  return { result, stolen: (after.stolen - before.stolen) / Math.max(1, after.all - before.all) };
}

/** In ticks of the system's clock, over all processors. proc_stat(5): user nice system idle iowait irq softirq steal, then guests', which user has. */
function processorTime(): { all: number; stolen: number } {
  if (process.platform !== 'linux') return { all: 0, stolen: 0 };
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 };
}
