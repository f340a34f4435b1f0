import { hash } from 'node:crypto';
import { lockNamed } from '../store/database/named-lock.ts';
import type { Store, Tx } from '../store/store.ts';
import type { PictureFileRow } from '../store/tables/file-tables.ts';
import type { FileStorage } from './file-storage.ts';
import type { ReceivedFile, UploadStagingParts } from './upload-staging.ts';

export type PictureFile = Pick<PictureFileRow, 'picture' | 'name' | 'type'> & { bytes: Uint8Array };

/** Makes a function that receives a file as all uploads are received, and registers it by `register`: pictures have a table of their own. */
type ReceivePicture = (register: UploadStagingParts['register']) => (source: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;

export type PictureStorage = {
  /** Stores a file of a picture of the site. @returns whether there was room */
  storePicture: (file: PictureFile) => Promise<boolean>;
  /** Removes pictures that nothing names any more. @param named which ones are named; asked in a transaction that lets nobody name one meanwhile */
  removePictures: (now: number, named: (tx: Tx) => Promise<ReadonlySet<string>>) => Promise<number>;
};

type StorageParts = {
  receivedBy: ReceivePicture;
  storage: Pick<FileStorage, 'remove'>;
  owner: { check: () => Promise<boolean> };
  store: Pick<Store, 'db' | 'begin' | 'dialect'>;
  now: () => number;
};

export function pictureStorage({ receivedBy, storage, owner, store, now }: StorageParts): PictureStorage {
  return {
    storePicture: (file) => storePictureFile(receivedBy, store, file, now()),
    removePictures: async (at, named) => {
      await owner.check();
      await store.begin(async (tx) => {
        await lockNamed(store.dialect, tx, 'content');
        await markUnnamedPictures(tx, at, named);
      });
      return removeMarkedPictures(store.db, storage.remove);
    },
  };
}

/** Stores a file of a picture. It is removed again where `settlePicture` is not called for its picture within a day. @returns whether there was room */
async function storePictureFile(receive: ReceivePicture, { db }: Pick<Store, 'db'>, file: PictureFile, now: number): Promise<boolean> {
  const { picture, name, type, bytes } = file;
  const about = {
    picture,
    name,
    type,
    sha256: hash('sha256', bytes),
    size: bytes.length,
    created_at: now,
    stored_at: null,
    removed_at: null,
  };
  const received = await receive(async ({ key }) => {
    await db
      .insertInto('picture_files')
      .values({ key, ...about })
      .execute();
    return 'taken';
  })(once(bytes));
  try {
    return (await received.store()).ok;
  } finally {
    await received.discard();
  }
}

/** Notes that all files of a picture are stored, within the transaction that names it. @throws if one was removed meanwhile */
export async function settlePicture(tx: Tx, picture: string, { files, now }: { files: number; now: number }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('picture_files')
    .set({ stored_at: now })
    .where('picture', '=', picture)
    .where('stored_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) < files) throw new Error('files of a picture were removed before it was named');
}

/** The stored files of a picture: those of one name, or all. */
export function findPictureFiles(
  db: Tx,
  picture: string,
  name?: string,
): Promise<Pick<PictureFileRow, 'key' | 'name' | 'type' | 'size'>[]> {
  const rows = db.selectFrom('picture_files').select(['key', 'name', 'type', 'size']).where('picture', '=', picture);
  const named = name === undefined ? rows : rows.where('name', '=', name);
  return named.where('stored_at', 'is not', null).where('removed_at', 'is', null).orderBy('created_at', 'desc').execute();
}

const DAY = 24 * 3_600_000;
/** Milliseconds for which a picture that nothing names is kept. */
const KEPT = 30 * DAY;

/** Marks old files of pictures that nothing names, in a transaction that lets nobody name one meanwhile. `named` asks which of them are named. */
async function markUnnamedPictures(tx: Tx, now: number, named: (tx: Tx) => Promise<ReadonlySet<string>>): Promise<void> {
  const rows = await tx
    .selectFrom('picture_files')
    .select(['key', 'picture', 'stored_at', 'created_at'])
    .where('removed_at', 'is', null)
    .where('created_at', '<', now - DAY)
    .execute();
  if (rows.length === 0) return;
  const kept = await named(tx);
  const unnamed = rows.filter((row) => row.stored_at === null || (row.created_at < now - KEPT && !kept.has(row.picture)));
  for (const { key } of unnamed) await tx.updateTable('picture_files').set({ removed_at: now }).where('key', '=', key).execute();
}

/** Removes the bytes and the rows of marked files, also those that an interrupted removal left. @returns how many */
async function removeMarkedPictures(db: Tx, removeBytes: (key: string) => Promise<void>): Promise<number> {
  const rows = await db.selectFrom('picture_files').select('key').where('removed_at', 'is not', null).execute();
  for (const { key } of rows) {
    await removeBytes(key);
    await db.deleteFrom('picture_files').where('key', '=', key).execute();
  }
  return rows.length;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
