// One set-up and one build at a time in one working tree. Before anything is installed, so it uses no package.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './progress.mjs';

/** What is stale has to be written, and the folder cannot be. */
export class NotWritable extends Error {}

/**
 * Runs `work` while holding the lock file; waits for its holder, and takes over a dead one's lock.
 * @template T
 * @param {string} file @param {() => void} onWait called once, where it has to wait @param {() => Promise<T>} work @returns {Promise<T>}
 * @throws {NotWritable} where the lock's folder is read-only
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
 * The same for a program: a folder that cannot be written is said, and is its exit code.
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
  // A link appears with its content or not at all, so that nobody reads a lock without its holder.
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
    // Not ours to signal, yet alive.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
