import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Store } from '../store/store.ts';

/** Removes all traces of deleted rows from the store. */
export type Scrub = () => Promise<void>;

/**
 * Makes a function that scrubs the store, one call at a time. The embedded store is scrubbed in a thread with a connection of its own, so that the server can
 * answer meanwhile.
 * @param script address of the thread's code: scrub-worker.ts as it was built
 */
export function createScrub(store: Pick<Store, 'db' | 'dialect'>, dataDir: string, script: URL): Scrub {
  const scrub = store.dialect === 'sqlite' ? () => inThread(script, dataDir) : scrubHere(store);
  let last = Promise.resolve();
  return () => (last = last.then(scrub, scrub));
}

/** Scrubs in the caller's thread. */
export function scrubHere(store: Pick<Store, 'db' | 'dialect'>): Scrub {
  return async () => (await import('./scrub-store.ts')).scrubStore(store);
}

async function inThread(script: URL, dataDir: string): Promise<void> {
  const worker = new Worker(script, { workerData: dataDir });
  // An error in the thread rejects this promise.
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`the thread that scrubs the store ended early (${code})`);
}
