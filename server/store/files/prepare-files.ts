import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Files } from './files.ts';
import { ForeignStorage } from './storage-owner.ts';

const PAUSE = 5000;

/**
 * Removes uploads that a killed server never finished, and checks that the files belong to this store. Asks again while the storage does
 * not answer: the pages are served meanwhile.
 * @throws ForeignStorage
 */
export async function prepareFiles(files: Pick<Files, 'checkOwner' | 'removeIncomplete'>, log: Log, signal: AbortSignal): Promise<void> {
  const removed = await files.removeIncomplete();
  if (removed > 0) log.info({ files: removed }, 'removed uploads that never came to an end');
  while (!signal.aborted) {
    try {
      await files.checkOwner();
      return;
    } catch (error) {
      if (error instanceof ForeignStorage) throw error;
      await wait(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
}
