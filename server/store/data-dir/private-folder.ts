import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../kernel/log.ts';

/** What the server makes in DATA_DIR; what else lies there is not its own. */
const OWN = ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'server.lock', 'files', 'mail', 'erasures.jsonl'];
const OTHERS = 0o077;

/**
 * Takes from everybody but their owner what is the server's own in DATA_DIR: files 0600, folders 0700. Where that cannot be done, and
 * where DATA_DIR itself can be read by everybody, the log says so.
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

/** Every path from here on that others have rights to, with the mode it should have. Links are not followed. */
async function* openPaths(path: string): AsyncIterable<{ path: string; mode: number }> {
  const about = await lstat(path).catch(() => undefined);
  if (about === undefined || !(about.isFile() || about.isDirectory())) return;
  if ((about.mode & OTHERS) !== 0) yield { path, mode: about.isDirectory() ? 0o700 : 0o600 };
  if (!about.isDirectory()) return;
  for (const name of await readdir(path).catch(() => [])) yield* openPaths(join(path, name));
}
