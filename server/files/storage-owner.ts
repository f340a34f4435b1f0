import { StoreDown } from '../store/errors.ts';
import type { FileStorage } from './file-storage.ts';
import { storedSecret } from '../store/stored-secret.ts';
import type { Store, Tx } from '../store/store.ts';
import { unknownKeys } from './uploads.ts';

/** The storage holds files of another store. The message says how to fix it. */
export class ForeignStorage extends Error {
  override name = 'ForeignStorage';
}

/** Number of files checked against the store's rows if no owner id is stored beside the files. */
const SAMPLE = 1000;
export const OWN_ID = 'store-id';

/** Binds file storage to one store by an id that is kept in the store's secrets and, from the first file on, beside the files. */
export function createStorageOwner(storage: FileStorage, store: Pick<Store, 'db'>) {
  let own: Promise<string> | undefined;
  let claimed = false;

  function storeId(): Promise<string> {
    own ??= storedSecret(store.db, OWN_ID, { bytes: 16 }).catch((error: unknown) => {
      own = undefined;
      throw error;
    });
    return own;
  }

  /**
   * Checks the owner id beside the files. Files from before ids belong to this store if it has rows for some of them.
   * @returns true if they belong to this store, false if there are no files yet
   * @throws ForeignStorage
   */
  async function check(): Promise<boolean> {
    const id = await storeId();
    const there = await storage.readOwner();
    if (there === undefined && !(await hasOwnFiles(storage, store.db))) return false;
    if (there === undefined) await storage.writeOwner(id);
    const owner = there ?? (await storage.readOwner());
    if (owner !== id)
      throw new ForeignStorage(foreign(storage, `of the store ${String(owner).slice(0, 8)}…, and this is ${id.slice(0, 8)}…`));
    claimed = true;
    return true;
  }

  return {
    check,
    /** Binds the storage to this store; called before its first file is written. @throws StoreDown, ForeignStorage */
    claim: async (): Promise<void> => {
      if (claimed || (await check())) return;
      await storage.writeOwner(await storeId());
      if (!(await check())) throw new StoreDown('the id of the store cannot be written beside its files');
    },
    takeOver: async (): Promise<void> => {
      await storage.writeOwner(await storeId(), true);
    },
  };
}

/**
 * Whether this store has rows for some of the files; false if there are no files.
 * @throws ForeignStorage if there are files and the store has a row for none of them
 */
async function hasOwnFiles(storage: FileStorage, db: Tx): Promise<boolean> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) {
    keys.push(key);
    if (keys.length === SAMPLE) break;
  }
  if (keys.length === 0) return false;
  if ((await unknownKeys(db, keys)).size < keys.length) return true;
  throw new ForeignStorage(foreign(storage, 'that this store has no row of'));
}

function foreign({ place }: FileStorage, whose: string): string {
  const mend = place.setting === 'FILES_URL' ? 'another bucket or prefix by FILES_URL' : 'a folder of its own by DATA_DIR';
  return (
    `The files in ${place.name} (${place.setting}) are files ${whose}. No two stores share one place: give this one ${mend}, or set ` +
    `DATABASE_URL or DATA_DIR to the store they belong to. If they are this store's own, restored or moved: npm run files -- adopt`
  );
}
