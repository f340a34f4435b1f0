import { join } from 'node:path';
import type { FileKeeper } from './file-keeper.ts';
import { keepOnDisk } from './files-disk.ts';
import { keepInS3 } from './files-s3.ts';
import type { S3Address } from './s3-address.ts';
import { createSpool, type ReceivedFile } from './spool.ts';

/**
 * Where uploaded files are kept: under random keys, outside of everything that is served. A file is first written to a place of its
 * own and judged there; only one that is kept ever gets a key.
 */
export type Files = Pick<FileKeeper, 'open' | 'remove' | 'list'> & {
  /** Writes a stream to the disk, never more of it in memory than a piece. When the stream fails, nothing is left. */
  receive: (source: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;
  /** Removes what uploads left that never came to an end, before the given time; returns how many. */
  sweep: (before: number) => Promise<number>;
};

export type FilesOptions = {
  dataDir: string;
  /** A bucket in place of the folder. */
  bucket?: S3Address | undefined;
};

/** DATA_DIR/files, or a bucket where one is given. Folders are made when the first file comes. */
export function openFiles({ dataDir, bucket }: FilesOptions): Files {
  const folder = join(dataDir, 'files');
  const keeper = bucket === undefined ? keepOnDisk(folder) : keepInS3(bucket);
  return { ...createSpool(join(folder, 'incoming'), keeper), open: keeper.open, remove: keeper.remove, list: keeper.list };
}
