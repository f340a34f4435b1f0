// Allows one set-up and one build at a time in a working tree. Uses no packages, because it runs before anything is installed.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './progress.mjs';

/** Something stale must be rebuilt, but the folder is read-only. */
export class NotWritable extends Error {}

/**
 * Runs `work` while holding the lock file. Waits for another holder, and takes the lock over if its process is dead.
 * @template T
 * @param {string} file @param {() => void} onWait called once, if it has to wait @param {() => Promise<T>} work @returns {Promise<T>}
 * @throws {NotWritable} if the lock's folder is read-only
 */
export async function withLock(file, onWait, work) {
  for (let waits = 0; !writable(file, () => take(file)); waits += 1) {
    if (waits === 0) onWait();
    await wait(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * As withLock, for a program: a read-only folder is reported on stderr, and sets the exit code.
 * @param {string} file @param {() => void} onWait @param {() => Promise<void>} work @returns {Promise<void>}
 */
export async function withLockInWords(file, onWait, work) {
  await withLock(file, onWait, work).catch((error) => {
    if (!(error instanceof NotWritable)) throw error;
    say(error.message);
    process.exitCode = 1;
  });
}

/**
 * @template T
 * @param {string} file @param {() => T} write @returns {T}
 */
function writable(file, write) {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true });
    return write();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new NotWritable(
      `Something here is stale or missing, and ${folder} cannot be written (${code}). Run npm run build where it can be, before it is made read-only.`,
      { cause: error },
    );
  }
}

/** @param {string} file */
function take(file) {
  // A hard link appears together with its content, so that nobody reads an empty lock file.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch {
    if (!holderLives(file)) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} file */
function holderLives(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    // The process is alive but belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
