import { observations } from '../kernel/observations.ts';
import { startThread } from '../kernel/thread-calls.ts';
import type { AsideQuery, RunAside } from '../store/database/aside-driver.ts';
import type { SharedTurns } from '../store/database/sqlite-waits.ts';

/** What the thread runs for the server. */
export type BackgroundCalls = {
  /** Begins to work; called once the store has its tables. */
  start: (input: undefined) => Promise<void>;
  wake: (input: undefined) => void;
  /** @throws unless jobs are claimed and their leases renewed */
  check: (input: undefined) => void;
  /** Reads the embedded store for the desk. @returns rows */
  read: (query: AsideQuery) => Promise<unknown[]>;
  stop: (input: undefined) => Promise<void>;
};

/** What the thread is given. `jobsWait` holds one number: 1 while jobs wait for requests. `turns` are those of the embedded store's connections. */
export type BackgroundData = { jobsWait: SharedArrayBuffer; measured: boolean; turns: SharedTurns };

/** Observations of the thread, in their order. */
export type Told = readonly { name: keyof typeof observations; told: unknown }[];

export type Background = {
  /** Begins to work; called once the store has its tables. */
  start: () => Promise<void>;
  /** Makes the worker look for jobs: some were committed. */
  wake: () => void;
  /** Rejects unless jobs are claimed and their leases renewed. */
  check: () => Promise<void>;
  read: RunAside;
  stop: () => Promise<void>;
};

/** Milliseconds between two looks at whether jobs wait. */
const LOOK = 50;

/**
 * Starts the thread (background.ts) that does what follows from leads, so that no request waits for a mail.
 * An error that ends the thread is thrown here, unhandled: it ends the server.
 */
export function startBackground(
  script: URL,
  { measured, turns, busy }: Omit<BackgroundData, 'jobsWait'> & { busy: () => boolean },
): Background {
  const jobsWait = new SharedArrayBuffer(4);
  const flag = new Int32Array(jobsWait);
  let [stopping, ended] = [false, false];
  const thread = startThread<BackgroundCalls>(script, {
    data: { jobsWait, measured, turns } satisfies BackgroundData,
    onTold: tellHere,
    onEnd: (error) => {
      ended = true;
      if (!stopping) throw error ?? new Error('the background thread has ended');
    },
  });
  let looks: NodeJS.Timeout | undefined;
  let waking = false;
  return {
    start: () => {
      looks = setInterval(() => void Atomics.store(flag, 0, busy() ? 1 : 0), LOOK).unref();
      return thread.call('start', undefined);
    },
    check: () => thread.call('check', undefined),
    read: (query) => thread.call('read', query),
    wake: () => {
      if (waking || stopping) return;
      waking = true;
      // Once for everything that is committed in this turn of the event loop.
      setImmediate(() => {
        waking = false;
        thread.call('wake', undefined).catch(() => undefined);
      });
    },
    stop: async () => {
      stopping = true;
      clearInterval(looks);
      // A thread that ended by an error cannot be called; the rest of the server is closed all the same.
      if (!ended) await thread.call('stop', undefined);
    },
  };
}

/** Passes observations of the thread on to the listeners in this one. */
function tellHere(told: Told): void {
  for (const { name, told: one } of told) observations[name].tell(one as never);
}
