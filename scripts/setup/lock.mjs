// One set-up and one build at a time in one working tree. Before anything is installed, so it uses no package.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` while holding the lock file; waits for its holder, and takes over a dead one's lock.
 * @template T
 * @param {string} file @param {() => void} onWait called once, where it has to wait @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let waits = 0; !take(file); waits += 1) {
    if (waits === 0) onWait();
    await wait(100);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
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
