import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../cli/command.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** After a failure; a full disk or a database that is down may be mended meanwhile. */
const RETRY = 10 * 60_000;
/** The clock is looked at so often: a timer does not know that a machine slept, or that its clock was set. */
const LOOK = 60_000;

/** `30m`, `6h`, `1d` in milliseconds. */
export function durationOf(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? NaN);
  if (!(ms >= 60_000 && ms <= 31 * 86_400_000)) throw new UsageError('--every takes minutes, hours or days, as 30m, 6h or 1d');
  return ms;
}

export type Schedule = {
  every: number;
  /** When each one began that there is. */
  taken: () => Promise<readonly number[]>;
  /** @returns whether it succeeded */
  take: () => Promise<boolean>;
  now: () => number;
  signal: AbortSignal;
  /** Milliseconds to wait before it is tried again, and between two looks at the clock. */
  retry?: number;
  look?: number;
};

/** Takes one whenever the latest is old enough, also one that an earlier run or another machine took, until it is told to stop. */
export async function repeat({ every, taken, take, now, signal, retry = RETRY, look = LOOK }: Schedule): Promise<void> {
  while (!signal.aborted) {
    const at = now();
    // One that lies ahead was dated by a clock that was wrong.
    const last = Math.max(...(await taken()).filter((time) => time <= at));
    const rest = last + every - at;
    if (rest > 0) await pause(Math.min(rest, look), signal);
    else if (!(await take())) await pause(retry, signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
