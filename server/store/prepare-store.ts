import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../kernel/log.ts';
import { reportOnChange, storeFault } from './store-fault.ts';
import { NewerStore, UnfinishedStore } from './migrations/migrate.ts';
import type { Store } from './store.ts';

export type Preparation = {
  store: Pick<Store, 'migrate'>;
  log: Log;
  signal: AbortSignal;
  fill: () => Promise<unknown>;
  /** Called after each attempt that failed. */
  onFault?: () => void;
};

/**
 * Migrates and fills the store, and retries every second until it succeeds or `signal` is aborted. Pages are served meanwhile. Logs each fault that
 * differs from the one before.
 * @returns whether the store is ready; false if aborted
 * @throws NewerStore, UnfinishedStore
 */
export async function prepareStore({ store, log, signal, fill, onFault }: Preparation): Promise<boolean> {
  let cause: unknown;
  const tell = reportOnChange((fault) => {
    if (fault !== undefined) log.error({ code: (cause as { code?: unknown }).code }, `not ready: ${fault}. Trying again`);
  });
  while (!signal.aborted) {
    try {
      await store.migrate();
      await fill();
      return true;
    } catch (error) {
      if (error instanceof NewerStore || error instanceof UnfinishedStore) {
        log.error({}, error.message);
        throw error;
      }
      cause = error;
      onFault?.();
      tell(storeFault(error));
      await wait(1000, undefined, { signal }).catch(() => undefined);
    }
  }
  return false;
}
