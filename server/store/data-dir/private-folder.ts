import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Files and folders that the server creates in DATA_DIR. Others there are left alone. */
const OWN = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'server.lock', 'files', 'mail', 'erasures.jsonl'];
const OTHERS = 0o077;

/**
 * Restricts the server's files in DATA_DIR to mode 0600 and folders to 0700. Logs where this fails, and where DATA_DIR itself is accessible to
 * everybody.
 */
export async function restrictAccess(dataDir: string, log: Log): Promise<void> {
  const about = await stat(dataDir).catch(() => undefined);
  if (about !== undefined && (about.mode & 0o007) !== 0) log.warn({}, `DATA_DIR can be read by others: chmod 0700 ${dataDir}`);
  const failed: string[] = [];
  let tightened = 0;
  for (const name of OWN) {
    for await (const { path, mode } of openPaths(join(dataDir, name))) {
      await chmod(path, mode).then(
        () => (tightened += 1),
        () => failed.push(path),
      );
    }
  }
  if (tightened > 0) log.warn({ paths: tightened }, 'took the rights of others from files of DATA_DIR');
  if (failed.length > 0)
    log.warn({ paths: failed.slice(0, 5), all: failed.length }, 'others can read files of DATA_DIR, and their rights cannot be changed');
}

/** Every path at or below this one that group or others can access, with the mode that it should have. Symbolic links are not followed. */
async function* openPaths(path: string): AsyncIterable<{ path: string; mode: number }> {
  const about = await lstat(path).catch(() => undefined);
  if (about === undefined || !(about.isFile() || about.isDirectory())) return;
  if ((about.mode & OTHERS) !== 0) yield { path, mode: about.isDirectory() ? 0o700 : 0o600 };
  if (!about.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) yield* openPaths(join(path, name));
}

/**
 * Creates a file with mode 0600 whatever the umask, and restricts an existing one to it. An existing file is not opened, because closing it would
 * release this process's SQLite locks on it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
