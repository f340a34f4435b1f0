import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

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
