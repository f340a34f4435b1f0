import { UsageError } from '../cli/command.ts';
import { repeat } from '../kernel/repeat.ts';

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Milliseconds until a failed backup is tried again: a full disk or a stopped database may be repaired meanwhile. */
const RETRY = 10 * 60_000;
/** Milliseconds between looks at the clock: a timer does not notice that the machine slept, or that its clock was set. */
const LOOK = 60_000;

/** Parses a duration such as `30m`, `6h` or `1d`. @returns milliseconds @throws UsageError */
export function durationOf(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? NaN);
  if (!(ms >= 60_000 && ms <= 31 * 86_400_000)) throw new UsageError('--every takes minutes, hours or days, as 30m, 6h or 1d');
  return ms;
}

export type Schedule = {
  every: number;
  /** The times at which the existing backups began, milliseconds since the epoch. */
  taken: () => Promise<readonly number[]>;
  /** @returns whether it succeeded */
  take: () => Promise<boolean>;
  now: () => number;
  signal: AbortSignal;
  /** Milliseconds until a failed backup is tried again, and between looks at the clock. */
  retry?: number;
  look?: number;
};

/** Takes a backup whenever the latest one, by any process or machine, is older than `every` milliseconds, until the signal is aborted. */
export async function scheduleBackups({ every, taken, take, now, signal, retry = RETRY, look = LOOK }: Schedule): Promise<void> {
  const rounds = repeat(
    async () => {
      const at = now();
      // A backup dated in the future was made under a wrong clock, and is ignored.
      const last = Math.max(...(await taken()).filter((time) => time <= at));
      const rest = last + every - at;
      return rest > 0 ? Math.min(rest, look) : (await take()) ? 0 : retry;
    },
    {
      every: retry,
      report: (error) => {
        if (error instanceof Error) throw error;
      },
    },
  );
  signal.addEventListener('abort', () => void rounds.stop(), { once: true });
  await rounds.ended;
}
