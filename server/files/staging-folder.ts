import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir } from '../store/data-dir/data-dir-lock.ts';

/** Milliseconds after which a partial file that an older build left beside the staging folders is no longer being written. */
const WRITTEN_FOR = 3_600_000;
const LOCK_FILE = 'server.lock';

/**
 * A folder of this process for partial files. Its lock ends with the process, so that others which share the parent folder can tell files being
 * written from abandoned ones.
 */
export type StagingFolder = {
  /** The path for a file of this name. Creates the folder if needed. */
  path: (name: string) => Promise<string>;
  /**
   * Removes files of processes that have ended.
   * @param alone whether no other process can be running
   * @returns how many files were removed
   */
  removeIncomplete: (alone: boolean) => Promise<number>;
  close: () => Promise<void>;
};

export function openStagingFolder(parent: string): StagingFolder {
  let own: Promise<Held> | undefined;

  async function current(): Promise<Held> {
    const held = await own?.catch(() => undefined);
    // An operator may have removed the folder.
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

/** Creates a folder and locks it. Another process may remove the folder before it is locked: then a new name is tried, up to three times. */
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

/** Removes the folder if its lock is free, because its process has ended then. */
async function removeIfLeft(folder: string): Promise<number> {
  try {
    (await lockDataDir(folder, 0))();
  } catch {
    // In use, or the disk has no room for a lock: the next start tries again.
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
