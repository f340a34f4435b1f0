import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Store } from '../store/store.ts';
import { scrubStore } from './scrub-store.ts';

/** Leaves no byte of what was deleted from the store. */
export type Scrub = () => Promise<void>;

/**
 * Scrubs one at a time, and the embedded store in a thread with a connection of its own: its file is written anew, and the server answers
 * meanwhile.
 * @param script the thread's code: scrub-worker.ts, as it was built
 */
export function createScrub(store: Pick<Store, 'db' | 'dialect'>, dataDir: string, script: URL): Scrub {
  const scrub = store.dialect === 'sqlite' ? () => inThread(script, dataDir) : () => scrubStore(store);
  let last = Promise.resolve();
  return () => (last = last.then(scrub, scrub));
}

async function inThread(script: URL, dataDir: string): Promise<void> {
  const worker = new Worker(script, { workerData: dataDir });
  // What it throws rejects this.
  const [code] = (await once(worker, 'exit')) as [number];
  if (code !== 0) throw new Error(`the thread that scrubs the store ended early (${code})`);
}
