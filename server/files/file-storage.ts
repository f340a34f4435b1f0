import type { Readable } from 'node:stream';
import { StoreDown } from '../store/errors.ts';

export type StoredFile = { key: string; size: number; at: number };

/** Storage of file contents by key. Only the rows of `uploads` say what a file belongs to. */
export type FileStorage = {
  place: { name: string; setting: 'DATA_DIR' | 'FILES_URL' };
  /** Moves a staged file into the storage. When it returns, the file is durable and gone from its staging path. */
  adopt: (path: string, key: string, about: { sha256: string; size: number }) => Promise<void>;
  /** @throws FileMissing */
  open: (key: string) => Promise<Readable>;
  /** Removing a missing file is no error. */
  remove: (key: string) => Promise<void>;
  list: () => AsyncIterable<StoredFile>;
  /** The id of the store that the files belong to. Undefined before the first file. */
  readOwner: () => Promise<string | undefined>;
  /** Records the owner's id. An existing id is kept unless `replace` is true. */
  writeOwner: (id: string, replace?: boolean) => Promise<void>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** A key is 128 random bits in hexadecimal. Nothing else may become part of a path or an address. */
export const FILE_KEY = /^[0-9a-f]{32}$/;

export const OWNER_NAME = 'store-id';

/** Turns any failure, such as a full or read-only disk, into StoreDown, so that the visitor is asked to try again later. */
export async function asStoreDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StoreDown('files cannot be written', { cause: error });
  }
}
