import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileMissing, type FileStorage } from '../files/file-storage.ts';
import { FILES } from './manifest.ts';
import type { Progress } from './progress.ts';
import type { NamedFile } from './store-facts.ts';

export type CopyOptions = {
  files: readonly NamedFile[];
  storage: Pick<FileStorage, 'open'>;
  folder: string;
  /** Path of an earlier backup, whose files need not be fetched again. */
  previous: string | undefined;
  progress: Progress;
  signal?: AbortSignal | undefined;
};

export type CopiedFiles = { copied: NamedFile[]; unreadable: { key: string; reason: 'absent' | 'damaged' }[] };

/** Files copied at once: a bucket takes time to answer, and four keep a disk busy. */
const AT_ONCE = 4;

/** Copies files into a backup. A file that the earlier backup has with the same hash is linked instead. */
export async function copyFiles({ files, storage, folder, previous, progress, signal }: CopyOptions): Promise<CopiedFiles> {
  const result: CopiedFiles = { copied: [], unreadable: [] };
  await mkdir(join(folder, FILES), { mode: 0o700 });
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  await inParallel(files, AT_ONCE, async (file) => {
    signal?.throwIfAborted();
    const path = join(folder, FILES, file.key);
    const earlier = previous === undefined ? undefined : join(previous, FILES, file.key);
    const reason = earlier !== undefined && (await linked(earlier, path, file)) ? undefined : await fetched(storage, path, file);
    if (reason === undefined) result.copied.push(file);
    else result.unreadable.push({ key: file.key, reason });
    done += file.size;
    progress(done, all);
  });
  result.copied.sort((a, b) => (a.key < b.key ? -1 : 1));
  return result;
}

/** Runs `work` for all items. After a failure no further item is begun, and the first error is thrown when running ones have ended. */
export async function inParallel<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  const faults: unknown[] = [];
  const worker = async () => {
    for (const item of rest) {
      if (faults.length > 0) return;
      await work(item).catch((error: unknown) => faults.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (faults.length > 0) throw faults[0] as Error;
}

/** Writes a stream to a new file that only this user can read, and flushes it to disk. @returns its hash, and its size in bytes */
export async function writeHashed(source: Readable, path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      size += piece.length;
      done(null, piece);
    },
  });
  await pipeline(source, counted, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { sha256: hash.digest('hex'), size };
}

export async function hashFile(path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    size += piece.length;
  }
  return { sha256: hash.digest('hex'), size };
}

async function linked(from: string, to: string, { sha256, size }: NamedFile): Promise<boolean> {
  try {
    if ((await stat(from)).size !== size || (await hashFile(from)).sha256 !== sha256) return false;
    await link(from, to);
    return true;
  } catch {
    // The earlier file does not exist, or the disk does not support links.
    return false;
  }
}

async function fetched(
  storage: Pick<FileStorage, 'open'>,
  path: string,
  { key, sha256 }: NamedFile,
): Promise<'absent' | 'damaged' | undefined> {
  let source: Readable;
  try {
    source = await storage.open(key);
  } catch (error) {
    if (error instanceof FileMissing) return 'absent';
    throw error;
  }
  // A file may also be removed between its opening and its reading.
  const read = await writeHashed(source, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (read?.sha256 === sha256) return undefined;
  await rm(path, { force: true });
  return read === undefined ? 'absent' : 'damaged';
}
