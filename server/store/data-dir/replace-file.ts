import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file with mode 0600 atomically: durable once this returns, unchanged if it throws. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const aside = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync().finally(() => file.close());
    await rename(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
  await syncPath(dirname(path));
}

/** Syncs a file's content, or a folder's entries: a new file name is durable only once its folder is synced. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Name of a temporary file of `replaceFile` and of the mail folder. */
const ASIDE = /\.(?:eml|[0-9a-f]{16})\.tmp$/;
/** Milliseconds after which a temporary file is no longer being written. */
const WRITTEN_FOR = 3_600_000;

/** Removes temporary files in a folder that killed processes left. */
export async function removeAsides(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!ASIDE.test(name)) continue;
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile() === true && about.mtimeMs < Date.now() - WRITTEN_FOR) await rm(path, { force: true }).catch(() => undefined);
  }
}
