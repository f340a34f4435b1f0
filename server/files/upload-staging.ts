import { createHash, randomBytes } from 'node:crypto';
import { open, rm, type FileHandle, readdir, stat } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { isOutOfRoom, type Room } from '../store/data-dir/disk-room.ts';
import type { Load } from '../store/shares/pots.ts';
import { asStoreDown } from './file-storage.ts';
import type { UploadRoom } from './uploads.ts';
import { join } from 'node:path';
import { lockDataDir } from '../store/data-dir/data-dir-lock.ts';

export type NoRoom = 'disk' | Exclude<UploadRoom, 'taken'>;

/** A file that was uploaded and is neither stored nor discarded yet. */
export type ReceivedFile = {
  /** Hexadecimal. */
  sha256: string;
  size: number;
  /**
   * Stores the file. Returns its key once it is durable on the disk or in the bucket, or the reason why there is no room.
   * @param load how much of its share the sender has used, in percent
   */
  store: (load?: Load) => Promise<StoredUpload>;
  /** Deletes the file. Does nothing after `store`. */
  discard: () => Promise<void>;
};

export type StoredUpload = { ok: true; key: string } | { ok: false; reason: NoRoom };

export type StagedFile = { path: string; key: string; sha256: string; size: number };

export type UploadStagingParts = {
  folder: Pick<StagingFolder, 'path'>;
  roomFor: (bytes: number) => Promise<Room | undefined>;
  /** Records the upload before its file is stored, if there is room for it. */
  register: (upload: { key: string; size: number; load: Load }) => Promise<UploadRoom>;
  adopt: (staged: StagedFile) => Promise<void>;
};

export function createUploadStaging({ folder, roomFor, register, adopt }: UploadStagingParts) {
  /**
   * Writes a stream to the disk without holding it in memory. If the stream fails, nothing is left. If there is no room, the stream is still read to
   * its end, so that the sender learns of all faults of the form at once.
   */
  return async function receive(source: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const key = randomBytes(16).toString('hex');
    const room = await asStoreDown(roomFor(limits.cv));
    let target = room && (await openTarget(folder.path(key), room));
    const discard = async () => {
      room?.release();
      await target?.remove();
    };
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const piece of source) {
        hash.update(piece);
        size += piece.length;
        if (target && !(await target.write(piece))) {
          await discard();
          target = undefined;
        }
      }
    } catch (error) {
      await discard();
      throw error;
    }
    room?.release();
    const sha256 = hash.digest('hex');
    const staged = target;
    return {
      sha256,
      size,
      discard,
      store: async (load = null) => {
        if (staged === undefined) return { ok: false, reason: 'disk' };
        // Both run in parallel, and both are done before the file is moved to its final place.
        const [room] = await Promise.all([register({ key, size, load }), asStoreDown(staged.finish())]);
        if (room !== 'taken') return { ok: false, reason: room };
        await adopt({ path: staged.path, key, sha256, size });
        return { ok: true, key };
      },
    };
  };
}

type Target = {
  path: string;
  write: (piece: Uint8Array) => Promise<boolean>;
  finish: () => Promise<void>;
  remove: () => Promise<void>;
};

async function openTarget(place: Promise<string>, room: Room): Promise<Target | undefined> {
  const opened = await place
    .then(async (path) => ({ path, file: await open(path, 'wx', 0o600) }))
    .catch((error: unknown) => {
      room.release();
      if (isOutOfRoom(error)) return undefined;
      return asStoreDown(Promise.reject(error));
    });
  if (opened === undefined) return undefined;
  const { path, file } = opened;
  return {
    path,
    write: async (piece) => {
      try {
        await writeAll(file, piece);
      } catch (error) {
        if (isOutOfRoom(error)) return false;
        return asStoreDown(Promise.reject(error));
      }
      room.wrote(piece.length);
      return true;
    },
    finish: () => file.sync().finally(() => file.close()),
    remove: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.length > 0;) {
    const { bytesWritten } = await file.write(rest);
    rest = rest.subarray(bytesWritten);
  }
}

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
