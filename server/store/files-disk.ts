import { createReadStream } from 'node:fs';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_KEY, FileMissing, orDown, type FileKeeper } from './file-keeper.ts';

/** Keeps files in a folder. A file that has its name there is whole, and survives a power cut. */
export function keepOnDisk(folder: string): FileKeeper {
  return {
    // The file itself was synced by the spool.
    adopt: (path, key) => orDown(rename(path, join(folder, key)).then(() => syncFolder(folder))),
    async open(key) {
      const path = pathOf(folder, key);
      await access(path).catch(() => missing(key));
      return createReadStream(path);
    },
    remove: async (key) => {
      await rm(pathOf(folder, key), { force: true });
    },
    async *list() {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!FILE_KEY.test(name)) continue;
        const about = await stat(join(folder, name)).catch(() => undefined);
        if (about) yield { key: name, at: about.mtimeMs };
      }
    },
  };
}

function pathOf(folder: string, key: string): string {
  return FILE_KEY.test(key) ? join(folder, key) : missing(key);
}

function missing(key: string): never {
  throw new FileMissing(`there is no file ${key}`);
}

/** A new name is on the disk only when the folder that holds it is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
