import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, link, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '../store/data-dir/replace-file.ts';
import { FILE_KEY, FileMissing, asStoreDown, OWNER_NAME, type FileStorage } from './file-storage.ts';

/** Stores files in a folder. A file under its final name is complete and survives a power cut. */
export function diskStorage(folder: string): FileStorage {
  const owner = join(folder, OWNER_NAME);
  return {
    place: { name: `the folder ${folder}`, setting: 'DATA_DIR' },
    // The file's content was already synced in the staging folder.
    adopt: (path, key) => asStoreDown(rename(path, join(folder, key)).then(() => syncPath(folder))),
    async open(key) {
      const path = pathOf(folder, key);
      await access(path).catch(() => missing(key));
      return createReadStream(path);
    },
    remove: async (key) => {
      await rm(pathOf(folder, key), { force: true });
    },
    async *list() {
      const entries = await opendir(folder).catch(ifMissing);
      for await (const { name } of entries ?? []) {
        if (!FILE_KEY.test(name)) continue;
        const about = await stat(join(folder, name)).catch(ifMissing);
        if (about) yield { key: name, size: about.size, at: about.mtimeMs };
      }
    },
    readOwner: async () => {
      const text = await asStoreDown(readFile(owner, 'utf8').catch(ifMissing));
      return text?.trim();
    },
    writeOwner: (id, replace = false) => asStoreDown(writeOwner(folder, id, replace)),
  };
}

/** Writes the owner's id atomically. Unless `replace` is true, an existing id is kept: creating a hard link fails if the name is taken. */
async function writeOwner(folder: string, id: string, replace: boolean): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${OWNER_NAME}.${randomBytes(8).toString('hex')}.tmp`);
  const path = join(folder, OWNER_NAME);
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(`${id}\n`);
    await file.sync().finally(() => file.close());
    if (replace) await rename(aside, path);
    else await link(aside, path).catch(ifThere);
  } finally {
    await rm(aside, { force: true });
  }
  await syncPath(folder);
}

function pathOf(folder: string, key: string): string {
  return FILE_KEY.test(key) ? join(folder, key) : missing(key);
}

function missing(key: string): never {
  throw new FileMissing(`there is no file ${key}`);
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function ifThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
