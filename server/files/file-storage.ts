import type { Readable } from 'node:stream';
import { StoreDown } from '../store/errors.ts';

export type StoredFile = { key: string; size: number; at: number };

/** Where the bytes of files are, each under a key. Which of them belong to what is known by the rows of `uploads` alone. */
export type FileStorage = {
  place: { name: string; setting: 'DATA_DIR' | 'FILES_URL' };
  /** Takes over a staged file, which is gone from there afterwards; it is there for good once this returns. */
  adopt: (path: string, key: string, about: { sha256: string; size: number }) => Promise<void>;
  /** @throws FileMissing */
  open: (key: string) => Promise<Readable>;
  /** Removing what is not there is no fault. */
  remove: (key: string) => Promise<void>;
  list: () => AsyncIterable<StoredFile>;
  /** The id of the store that the files belong to; undefined before the first of them. */
  readOwner: () => Promise<string | undefined>;
  /** Writes it down; an id that is there already stays, unless it is to be replaced. */
  writeOwner: (id: string, replace?: boolean) => Promise<void>;
};

export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** A key is 128 random bits in hexadecimal: nothing else ever becomes part of a path or an address. */
export const FILE_KEY = /^[0-9a-f]{32}$/;

export const OWNER_NAME = 'store-id';

/** A disk that is full, gone or read-only is a store that is down: the visitor may try again later. */
export async function asStoreDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StoreDown('files cannot be written', { cause: error });
  }
}
