import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';
import { createDiskRoom, freeBytes, probeWrite } from '../store/data-dir/disk-room.ts';
import { StoreDown } from '../store/errors.ts';
import { FileMissing, type FileStorage, type StoredFile } from './file-storage.ts';
import { reportOnChange } from '../store/store-fault.ts';
import type { S3Address } from '../settings/store-addresses.ts';
import { pictureStorage, type PictureStorage } from './picture-files.ts';
import { openStagingFolder, createUploadStaging, type NoRoom, type ReceivedFile, type UploadStagingParts } from './upload-staging.ts';
import { createStorageOwner, ForeignStorage } from './storage-owner.ts';
import type { Store } from '../store/store.ts';
import { createUploadRegister, findLeftovers, removeUpload, unknownKeys } from './uploads.ts';
import type { Settings } from '../settings/settings.ts';
import { diskStorage } from './files-disk.ts';
import { s3Storage } from './files-s3.ts';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Uploaded files, stored under random keys outside of every served folder. A file is first written to a staging folder and checked there; one that is
 * accepted gets its row in `uploads`, then its key in the storage, and then the lead that it came with.
 */
export type Files = Pick<FileStorage, 'open' | 'place'> &
  PictureStorage & {
    receive: (source: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;
    /** Removes a file and its row. @returns false, and removes nothing, if a lead names the file */
    remove: (key: string) => Promise<boolean>;
    /** Removes and logs uploads that belong to no lead a day after they came. @returns how many */
    removeLeftovers: (now: number) => Promise<number>;
    /** Files without a row in the store. They may belong to another system, so the server itself never removes them. */
    unknown: () => AsyncIterable<StoredFile>;
    removeUnknown: (key: string) => Promise<void>;
    /** Whether the files belong to this store; false before the first file. @throws ForeignStorage, StoreDown */
    checkOwner: () => Promise<boolean>;
    takeOver: () => Promise<void>;
    /** Whether none of the newest files that leads name is in the storage. */
    lacksNewest: () => Promise<boolean>;
    /** Throws unless files can be written, the disk has room for more than a few, and the storage answers and belongs to this store. */
    ready: () => Promise<void>;
    /** Removes partial uploads of servers that were stopped. @returns how many */
    removeIncomplete: () => Promise<number>;
    close: () => Promise<void>;
  };

export type FilesOptions = {
  dataDir: string;
  bucket?: S3Address | undefined;
  store: Pick<Store, 'db' | 'begin' | 'beginOne' | 'dialect' | 'now'>;
  log: Log;
  /** Bytes on the disk of dataDir that uploads must leave free. */
  reserve?: number;
  /** Limit on the bytes of all uploads within 24 hours. */
  perDay?: number;
  now?: () => number;
};

/** Free bytes on the disk below which new leads might soon find no room. */
const FLOOR = 8 * 1024 * 1024;
const BATCH = 200;

/** Opens DATA_DIR/files, or the bucket if one is given. Folders are created with the first file. */
export function openFiles({ dataDir, bucket, store, log, reserve = 0, perDay = Infinity, now = Date.now }: FilesOptions): Files {
  const folder = filesFolder(dataDir);
  const storage = openStorage({ dataDir, bucket, now: () => store.now() });
  const owner = createStorageOwner(storage, store);
  const staging = openStagingFolder(join(folder, 'incoming'));
  const register = createUploadRegister(store, perDay);
  const roomFor = createDiskRoom(folder, reserve);
  const receivedBy = (registering: UploadStagingParts['register']) =>
    createUploadStaging({
      folder: staging,
      roomFor,
      register: registering,
      adopt: async ({ path, key, ...about }) => {
        await owner.claim().catch(asDown);
        await storage.adopt(path, key, about);
      },
    });
  const receive = receivedBy((upload) => register.add({ ...upload, created_at: now() }));
  const tell = noRoomReporter(log);
  const watched = faultReporter(log);
  return {
    place: storage.place,
    open: storage.open,
    receive: async (source) => {
      const file = await receive(source);
      return {
        ...file,
        store: async (load) => {
          const kept = await file.store(load);
          tell(kept.ok ? undefined : kept.reason);
          return kept;
        },
      };
    },
    ...pictureStorage({ receivedBy, storage, owner, store, now }),
    remove: (key) => removeUpload(store.db, key, storage.remove),
    removeLeftovers: (at) => removeLeftovers({ store, storage, owner, log }, at),
    unknown: () => listUnknown(storage, store),
    removeUnknown: storage.remove,
    checkOwner: () => watched(owner.check),
    takeOver: owner.takeOver,
    lacksNewest: () => lacksNewest(storage, store),
    ready: () =>
      watched(async () => {
        await probeWrite(dataDir).catch(diskIsDown);
        if ((await freeBytes(folder)) < FLOOR) throw new StoreDown('the disk of DATA_DIR is almost full');
        await owner.check();
      }),
    // With the embedded store there is only one server, so no other process can be writing.
    removeIncomplete: () => staging.removeIncomplete(store.dialect === 'sqlite'),
    close: staging.close,
  };
}

type Parts = {
  store: Pick<Store, 'db'>;
  storage: FileStorage;
  owner: { check: () => Promise<boolean> };
  log: Log;
};

async function removeLeftovers({ store, storage, owner, log }: Parts, now: number): Promise<number> {
  await owner.check();
  let removed = 0;
  for (;;) {
    const rows = await findLeftovers(store.db, now, BATCH);
    for (const { key, size, created_at: at } of rows) {
      if (!(await removeUpload(store.db, key, storage.remove))) continue;
      removed += 1;
      log.info({ file: key, size, at: new Date(at).toISOString(), reason: 'no lead names it' }, 'removed an upload');
    }
    if (rows.length < BATCH) return removed;
  }
}

const NEWEST = 3;

async function lacksNewest(storage: FileStorage, { db }: Pick<Store, 'db'>): Promise<boolean> {
  const rows = await db.selectFrom('files').select('key').orderBy('created_at', 'desc').limit(NEWEST).execute();
  for (const { key } of rows) {
    const content = await storage.open(key).catch((error: unknown) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });
    content?.destroy();
    if (content !== undefined) return false;
  }
  return rows.length > 0;
}

async function* listUnknown(storage: FileStorage, store: Pick<Store, 'db'>): AsyncIterable<StoredFile> {
  let batch: StoredFile[] = [];
  const settle = async () => {
    const files = batch;
    batch = [];
    const unknown = await unknownKeys(
      store.db,
      files.map((file) => file.key),
    );
    return files.filter((file) => unknown.has(file.key));
  };
  for await (const file of storage.list()) {
    batch.push(file);
    if (batch.length === BATCH) yield* await settle();
  }
  yield* await settle();
}

function faultReporter(log: Log): <T>(work: () => Promise<T>) => Promise<T> {
  const tell = reportOnChange((fault) => {
    if (fault === undefined) log.info({}, 'files can be kept again');
    else log.error({}, `no file can be kept: ${fault}`);
  });
  return async (work) => {
    try {
      const result = await work();
      tell(undefined);
      return result;
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
}

function diskIsDown(error: NodeJS.ErrnoException): never {
  throw new StoreDown(`DATA_DIR cannot be written (${error.code ?? error.message})`, { cause: error });
}

/** Reports ForeignStorage as StoreDown: visitors can only try again later. */
function asDown(error: unknown): never {
  throw error instanceof ForeignStorage ? new StoreDown(error.message, { cause: error }) : error;
}

const noRoomWords: Readonly<Record<NoRoom, string>> = {
  disk: 'uploads are refused: the disk of DATA_DIR has no more free than DISK_RESERVE_MB',
  day: 'uploads are refused: those of the last 24 hours came to UPLOADS_MB_PER_DAY',
  share: 'uploads of one network or domain are refused: it has had its share of UPLOADS_MB_PER_DAY, and others have used much of the rest',
};

function noRoomReporter(log: Log): (reason: NoRoom | undefined) => void {
  let told: NoRoom | undefined;
  return (reason) => {
    if (reason === told) return;
    told = reason;
    if (reason === undefined) log.info({}, 'uploads are taken again');
    else log.warn({}, noRoomWords[reason]);
  };
}

const MB = 1024 * 1024;

export function fileSettings(settings: Settings): Pick<FilesOptions, 'dataDir' | 'bucket' | 'reserve' | 'perDay'> {
  return {
    dataDir: settings.DATA_DIR,
    bucket: settings.FILES_URL,
    reserve: settings.DISK_RESERVE_MB * MB,
    perDay: settings.UPLOADS_MB_PER_DAY * MB,
  };
}

export type StoragePlace = { dataDir: string; bucket?: S3Address | undefined; now?: (() => number) | undefined };

export function openStorage({ dataDir, bucket, now }: StoragePlace): FileStorage {
  return bucket === undefined ? diskStorage(filesFolder(dataDir)) : s3Storage(bucket, now);
}

export function filesFolder(dataDir: string): string {
  return join(dataDir, 'files');
}

const PAUSE = 5000;

/**
 * Removes partial uploads of killed servers, checks that the files belong to this store, and logs if the newest are missing. Retries while the
 * storage does not answer; pages are served meanwhile.
 * @throws ForeignStorage
 */
export async function prepareFiles(
  files: Pick<Files, 'checkOwner' | 'removeIncomplete' | 'lacksNewest'>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const removed = await files.removeIncomplete();
  if (removed > 0) log.info({ files: removed }, 'removed uploads that never came to an end');
  while (!signal.aborted) {
    try {
      await files.checkOwner();
      if (await files.lacksNewest())
        log.error({}, 'the newest CVs are not where this server looks: all servers need the same FILES_URL, or share DATA_DIR/files');
      return;
    } catch (error) {
      if (error instanceof ForeignStorage) throw error;
      await wait(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
}
