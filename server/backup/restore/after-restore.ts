import type { Files } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';

/**
 * A step on a restored store before a server uses it, for example repeating the erasures made since the backup. It may run more than once. The store is
 * migrated, its files are in place, and no server runs on it.
 */
export type AfterRestore = {
  name: string;
  /** @returns what it did, for the operator; undefined when there was nothing to do */
  run: (restored: RestoredStore) => Promise<string | undefined>;
};

export type RestoredStore = {
  store: Store;
  files: Files;
  dataDir: string;
  now: () => number;
  /** Paths of lists of erasures that the store may lack: given by the operator, or from later backups of the same store. */
  erasureLists: readonly string[];
};
