import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/**
 * Makes a file that only its owner may read, whatever the umask, and takes an existing one from everybody else. An existing one is not
 * opened: closing it would give up the locks that this process has on it.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}
