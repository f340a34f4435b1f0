import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

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
