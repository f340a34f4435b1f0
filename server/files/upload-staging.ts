import { createHash, randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { isOutOfRoom, type Room } from '../store/data-dir/disk-room.ts';
import type { Load } from '../store/shares/pots.ts';
import { asStoreDown } from './file-storage.ts';
import type { StagingFolder } from './staging-folder.ts';
import type { UploadRoom } from './uploads.ts';

export type NoRoom = 'disk' | Exclude<UploadRoom, 'taken'>;

/** Uploaded, not yet stored or discarded. */
export type ReceivedFile = {
  /** Hexadecimal. */
  sha256: string;
  size: number;
  /**
   * Keeps it, and returns its key once it is on the disk or in the bucket for good; or says why it cannot be kept.
   * @param load of whoever sent it, in percent of their share
   */
  store: (load?: Load) => Promise<StoredUpload>;
  /** Does nothing once it was stored. */
  discard: () => Promise<void>;
};

export type StoredUpload = { ok: true; key: string } | { ok: false; reason: NoRoom };

export type StagedFile = { path: string; key: string; sha256: string; size: number };

export type UploadStagingParts = {
  folder: Pick<StagingFolder, 'path'>;
  roomFor: (bytes: number) => Promise<Room | undefined>;
  /** Writes down that the file is coming, where there is room for it. */
  register: (upload: { key: string; size: number; load: Load }) => Promise<UploadRoom>;
  adopt: (staged: StagedFile) => Promise<void>;
};

export function createUploadStaging({ folder, roomFor, register, adopt }: UploadStagingParts) {
  /**
   * Writes a stream to the disk, never more of it in memory than a piece. When the stream fails, nothing is left. Where there is no
   * room, it is read to its end all the same, so that its sender learns of everything at once.
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
        // Neither waits for the other: both are done before the file has its place.
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
