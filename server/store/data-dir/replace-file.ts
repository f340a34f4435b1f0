import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file that only its owner may read: whole and on the disk once this returns, and otherwise as it was. */
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

/** Of a file its bytes, of a folder the names in it: a new name is on the disk only when its folder is. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Of a file that is written aside: by replaceFile, and by who keeps mails. */
const ASIDE = /\.(?:eml|[0-9a-f]{16})\.tmp$/;
/** Milliseconds after which nobody is still writing it. */
const WRITTEN_FOR = 3_600_000;

/** Removes what was being written aside in a folder when its process was killed. */
export async function removeAsides(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!ASIDE.test(name)) continue;
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile() === true && about.mtimeMs < Date.now() - WRITTEN_FOR) await rm(path, { force: true }).catch(() => undefined);
  }
}
