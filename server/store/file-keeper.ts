import type { Readable } from 'node:stream';
import { StoreDown } from './errors.ts';

/** A place to keep files in, each under a key. */
export type FileKeeper = {
  /** Takes over a file of the spool, which is gone from there afterwards; it is kept for good once this returns. */
  adopt: (path: string, key: string, about: { sha256: string; size: number }) => Promise<void>;
  /** @throws FileMissing */
  open: (key: string) => Promise<Readable>;
  /** Removing what is not there is no fault. */
  remove: (key: string) => Promise<void>;
  /** Every file that is kept, with the time it was. */
  list: () => AsyncIterable<{ key: string; at: number }>;
};

/** There is no file under this key. */
export class FileMissing extends Error {
  override name = 'FileMissing';
}

/** A key is 128 random bits in hexadecimal: nothing else ever becomes part of a path or an address. */
export const FILE_KEY = /^[0-9a-f]{32}$/;

/** A disk that is full, gone or read-only is a store that is down: the visitor may try again later. */
export async function orDown<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new StoreDown('files cannot be written', { cause: error });
  }
}
