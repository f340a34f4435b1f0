import { workerData } from 'node:worker_threads';
import { openStore } from '../store/store.ts';
import { scrubStore } from './scrub-store.ts';

// Started by scrub-thread.ts, which passes the folder. An error ends the thread, and scrub-thread.ts throws it.
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const store = await openStore({ dataDir: workerData as string, log: silent });
await scrubStore(store).finally(() => store.close());
