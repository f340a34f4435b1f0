import { repeat, type Repeated } from '../kernel/repeat.ts';
import type { JobLeases } from './job-leases.ts';
import type { Runner } from './runner.ts';

export type LoopOptions = {
  leases: JobLeases;
  runner: Runner;
  concurrency: number;
  /** Whether this process is the only worker of the store: then every job marked as running at its start was interrupted. */
  alone: boolean;
  busy: () => boolean;
  now: () => number;
  onStoreError: (error: unknown) => void;
};

const pollInterval = 1000;

export function createLoop(options: LoopOptions) {
  const fill = createFill(options);
  let rounds: Repeated | undefined;
  const wake = () => rounds?.soon();
  return {
    wake,
    idleFor: (): number => rounds?.idleFor() ?? Infinity,
    start: (): void => {
      rounds = repeat(() => fill(wake), { every: pollInterval, report: options.onStoreError });
    },
    stop: async (): Promise<void> => rounds?.stop(),
  };
}

function createFill({ leases, runner, concurrency, alone, busy, now }: LoopOptions): (onDone: () => void) => Promise<number> {
  let first = alone;
  let busySince: number | undefined;

  /** How many jobs may start now: any number; while the server is busy one a second. */
  function allowance(): number {
    if (!busy()) {
      busySince = undefined;
      return Infinity;
    }
    busySince ??= performance.now();
    if (performance.now() - busySince < 1000) return 0;
    busySince = undefined;
    return 1;
  }

  return async (onDone) => {
    if (first) await leases.takeOverAll();
    first = false;
    const free = concurrency - runner.size;
    if (free <= 0) return pollInterval;
    const room = Math.min(free, allowance());
    if (room === 0) return 50;
    const next = await leases.nextRunAt();
    if (next === undefined || next > now()) return Math.min(pollInterval, (next ?? Infinity) - now());
    const rows = await leases.claim(room);
    for (const row of rows) void runner.begin(row).then(onDone);
    return rows.length === room ? pollInterval : 0;
  };
}
