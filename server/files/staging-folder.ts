import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../store/data-dir/data-dir-lock.ts';

/** Milliseconds after which nothing that an older build staged beside the folders is still being written. */
const WRITTEN_FOR = 3_600_000;
const LOCK_FILE = 'server.lock';

/**
 * Where this process writes files that are not whole yet: a folder of its own, under a lock that ends with the process, so that whoever
 * shares the parent can tell what is being written from what was left behind.
 */
export type StagingFolder = {
  /** The path for a file of this name; the folder is made first where there is none. */
  path: (name: string) => Promise<string>;
  /**
   * Removes what processes left that are gone.
   * @param alone no other process can be at work here
   * @returns how many files that were
   */
  removeIncomplete: (alone: boolean) => Promise<number>;
  close: () => Promise<void>;
};

export function openStagingFolder(parent: string): StagingFolder {
  let own: Promise<Held> | undefined;

  async function current(): Promise<Held> {
    const held = await own?.catch(() => undefined);
    // An operator may have emptied the place.
    if (held !== undefined && (await isThere(held.path))) return held;
    held?.release();
    own = makeHeld(parent);
    return own;
  }

  return {
    path: async (name) => join((await current()).path, name),
    async removeIncomplete(alone) {
      const mine = (await own?.catch(() => undefined))?.path;
      let removed = 0;
      for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
        const path = join(parent, entry.name);
        if (path === mine) continue;
        removed += entry.isDirectory() ? await removeIfLeft(path) : await removeIfOld(path, alone);
      }
      return removed;
    },
    async close() {
      const held = await own?.catch(() => undefined);
      own = undefined;
      if (held === undefined) return;
      await rm(held.path, { recursive: true, force: true });
      held.release();
    },
  };
}

type Held = { path: string; release: () => void };

/** Another process that removes what is left may come between making the folder and locking it: then the next name is taken. */
async function makeHeld(parent: string): Promise<Held> {
  for (let attempt = 1; ; attempt += 1) {
    const path = join(parent, randomBytes(8).toString('hex'));
    try {
      return { path, release: await lockDataDir(path, 0) };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** A folder whose lock is free belongs to nobody any more. */
async function removeIfLeft(folder: string): Promise<number> {
  try {
    (await lockDataDir(folder, 0))();
  } catch {
    // Somebody's, or without room for a lock: the next start will see.
    return 0;
  }
  const names = await readdir(folder).catch(() => []);
  await rm(folder, { recursive: true, force: true });
  return names.filter((name) => name !== LOCK_FILE).length;
}

async function removeIfOld(path: string, alone: boolean): Promise<number> {
  const about = await stat(path).catch(() => undefined);
  if (about === undefined || (!alone && about.mtimeMs > Date.now() - WRITTEN_FOR)) return 0;
  await rm(path, { force: true });
  return 1;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
