import type { Health } from '../http/health.ts';
import type { Worker } from '../queue/worker.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';

type Parts = { store: Pick<Store, 'isMigrated' | 'ready'>; worker: Pick<Worker, 'check'>; files: Pick<Files, 'ready'> };

/** What a server's health follows from. `onFault` is told that an attempt to prepare the store failed. */
export function watchStart({ store, worker, files }: Parts): Omit<Health, 'draining'> & { onFault: () => void } {
  let failed = false;
  const migrated = () => {
    if (!store.isMigrated()) throw new Error('the store is not up to date yet');
  };
  return {
    // Pages need no store: a server that cannot reach its own has started, too.
    started: () => store.isMigrated() || failed,
    onFault: () => void (failed = true),
    readiness: [
      { name: 'migrated', check: migrated },
      { name: 'store', check: () => store.ready() },
      { name: 'worker', check: () => worker.check() },
      // Whose files these are stands in the store: of one without tables nothing is to be said about files.
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
