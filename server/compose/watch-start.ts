import type { Health } from '../http/health.ts';
import type { Worker } from '../queue/worker.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';

type Parts = { store: Pick<Store, 'isMigrated' | 'ready'>; worker: Pick<Worker, 'check'>; files: Pick<Files, 'ready'> };

/** Returns what the health routes check. Call `onFault` when an attempt to prepare the store has failed. */
export function watchStart({ store, worker, files }: Parts): Omit<Health, 'draining'> & { onFault: () => void } {
  let failed = false;
  const migrated = () => {
    if (!store.isMigrated()) throw new Error('the store is not up to date yet');
  };
  return {
    // Pages need no store, so a server that cannot reach its store counts as started, too.
    started: () => store.isMigrated() || failed,
    onFault: () => void (failed = true),
    readiness: [
      { name: 'migrated', check: migrated },
      { name: 'store', check: () => store.ready() },
      { name: 'worker', check: () => worker.check() },
      // The owner of the files is recorded in the store, so files can only be checked once it has tables.
      {
        name: 'files',
        check: async () => {
          migrated();
          await files.ready();
        },
      },
    ],
  };
}
