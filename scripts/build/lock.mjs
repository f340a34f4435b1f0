// One build at a time in one working tree.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` while holding the lock file; waits for a build that is under way, and takes over a dead one's lock.
 * @template T
 * @param {string} file @param {(line: string) => void} say @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(file, say, work) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!take(file)) {
    if (!told) say('Another build is under way; waiting for it');
    told = true;
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
