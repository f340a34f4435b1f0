import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { orDown, type FileKeeper } from './file-keeper.ts';

/** A file that came in, and of which nobody has decided yet. */
export type ReceivedFile = {
  /** Hexadecimal. */
  sha256: string;
  size: number;
  /** Keeps it, and returns its key once it is on the disk or in the bucket for good. */
  keep: () => Promise<string>;
  /** Removes it, unless it was kept. */
  discard: () => Promise<void>;
};

/** The folder that uploads are written to while nobody knows yet what they are. */
export function createSpool(folder: string, keeper: Pick<FileKeeper, 'adopt'>) {
  return {
    async receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
      const key = randomBytes(16).toString('hex');
      const path = join(folder, key);
      await orDown(mkdir(folder, { recursive: true, mode: 0o700 }));
      const file = await orDown(open(path, 'wx', 0o600));
      try {
        const { sha256, size } = await write(file, source);
        return {
          sha256,
          size,
          keep: async () => {
            await orDown(file.sync().finally(() => file.close()));
            await keeper.adopt(path, key, { sha256, size });
            return key;
          },
          discard: async () => {
            await file.close();
            await rm(path, { force: true });
          },
        };
      } catch (error) {
        await file.close();
        await rm(path, { force: true });
        throw error;
      }
    },

    async sweep(before: number): Promise<number> {
      let swept = 0;
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const about = await stat(path).catch(() => undefined);
        if (about === undefined || about.mtimeMs >= before) continue;
        await rm(path, { force: true });
        swept += 1;
      }
      return swept;
    },
  };
}

async function write(file: FileHandle, source: AsyncIterable<Uint8Array>): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of source) {
    hash.update(piece);
    size += piece.length;
    for (let rest = piece; rest.length > 0;) {
      const { bytesWritten } = await orDown(file.write(rest));
      rest = rest.subarray(bytesWritten);
    }
  }
  return { sha256: hash.digest('hex'), size };
}
