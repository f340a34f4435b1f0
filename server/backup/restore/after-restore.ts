import type { Files } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';

/**
 * Something that has to be done to a store that came out of a backup, before anybody sees it: what was erased since is erased again, for
 * example. It may run more than once. The store has its latest tables, its files are in their place, and no server runs on it.
 */
export type AfterRestore = {
  name: string;
  /** @returns what it did, for whoever restores; nothing where there was nothing to do */
  run: (restored: RestoredStore) => Promise<string | undefined>;
};

export type RestoredStore = {
  store: Store;
  files: Files;
  dataDir: string;
  now: () => number;
  /** Paths of lists of erasures that the store may not know: a person's, and those of later backups of the same store. */
  erasureLists: readonly string[];
};
