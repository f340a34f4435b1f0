import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../kernel/log.ts';
import type { Files } from './files.ts';
import { ForeignStorage } from './storage-owner.ts';

const PAUSE = 5000;

/**
 * Removes partial uploads of killed servers, checks that the files belong to this store, and logs if the newest are missing. Retries while the
 * storage does not answer; pages are served meanwhile.
 * @throws ForeignStorage
 */
export async function prepareFiles(
  files: Pick<Files, 'checkOwner' | 'removeIncomplete' | 'lacksNewest'>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const removed = await files.removeIncomplete();
  if (removed > 0) log.info({ files: removed }, 'removed uploads that never came to an end');
  while (!signal.aborted) {
    try {
      await files.checkOwner();
      if (await files.lacksNewest())
        log.error({}, 'the newest CVs are not where this server looks: all servers need the same FILES_URL, or share DATA_DIR/files');
      return;
    } catch (error) {
      if (error instanceof ForeignStorage) throw error;
      await wait(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
}
