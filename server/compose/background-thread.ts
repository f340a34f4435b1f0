import { observations } from '../kernel/observations.ts';
import { errorOf, startThread, type ThrownFault, type Thread } from '../kernel/thread-calls.ts';
import { StoreDown } from '../store/errors.ts';
import { createGroups } from '../store/group-commit.ts';
import type { Store } from '../store/store.ts';
import { createLeadBatchWriter, type LeadBatchWriter, type LeadWithJobs } from '../leads/lead-repository.ts';

/** What the thread runs for the server. */
export type BackgroundCalls = {
  /** @returns for each lead why it could not be stored; undefined if it was committed */
  storeLeads: (items: readonly LeadWithJobs[]) => Promise<readonly (ThrownFault | undefined)[]>;
  /** Begins to work; called once the store has its tables. */
  start: (input: undefined) => Promise<void>;
  wake: (input: undefined) => void;
  /** @throws unless jobs are claimed and their leases renewed */
  check: (input: undefined) => void;
  stop: (input: undefined) => Promise<void>;
};

/** What the thread is given. `jobsWait` holds one number: 1 while jobs wait for requests. */
export type BackgroundData = { jobsWait: SharedArrayBuffer; measured: boolean };

/** Observations of the thread, in their order. */
export type Told = readonly { name: keyof typeof observations; told: unknown }[];

export type Background = {
  leadWriter: LeadBatchWriter;
  /** Begins to work; called once the store has its tables. */
  start: () => Promise<void>;
  /** Makes the worker look for jobs: some were committed. */
  wake: () => void;
  /** Rejects unless jobs are claimed and their leases renewed. */
  check: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Milliseconds between two looks at whether jobs wait. */
const LOOK = 50;

/**
 * Starts the thread (background.ts) that commits leads and does what follows from them, so that requests wait neither for the disk nor for a mail.
 * An error that ends the thread is thrown here, unhandled: it ends the server.
 */
export function startBackground(
  script: URL,
  { store, measured, busy }: { store: Pick<Store, 'isMigrated'>; measured: boolean; busy: () => boolean },
): Background {
  const jobsWait = new SharedArrayBuffer(4);
  const flag = new Int32Array(jobsWait);
  let [stopping, ended] = [false, false];
  const thread = startThread<BackgroundCalls>(script, {
    data: { jobsWait, measured } satisfies BackgroundData,
    onTold: tellHere,
    onEnd: (error) => {
      ended = true;
      if (!stopping) throw error ?? new Error('the background thread has ended');
    },
  });
  let looks: NodeJS.Timeout | undefined;
  let waking = false;
  return {
    leadWriter: createLeadBatchWriter(storeInThread(thread, store)),
    start: () => {
      looks = setInterval(() => void Atomics.store(flag, 0, busy() ? 1 : 0), LOOK).unref();
      return thread.call('start', undefined);
    },
    check: () => thread.call('check', undefined),
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

/** Sends leads that come in one turn of the event loop, or in quick succession, in one message: each message wakes the thread, and is one commit. */
function storeInThread(thread: Thread<BackgroundCalls>, store: Pick<Store, 'isMigrated'>) {
  const groups = createGroups<LeadWithJobs, void>({
    commit: async (batch) => {
      try {
        const faults = await thread.call(
          'storeLeads',
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve, reject }, at) => {
          const fault = faults[at];
          if (fault === undefined) resolve();
          else reject(errorOf(fault));
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    },
  });
  return {
    add: async (item: LeadWithJobs) => {
      if (!store.isMigrated()) throw new StoreDown('the store is not up to date yet');
      await groups.add(item);
    },
    drain: () => groups.drain(),
  };
}
