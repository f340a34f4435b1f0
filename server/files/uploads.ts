import { elementAt } from '../../contract/checked.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import { APART, createGroupCommit, type GroupCommit, type GroupStore } from '../store/group-commit.ts';
import type { FileRow, Scan, UploadRow } from '../store/tables/file-tables.ts';
import { placesFor, type Load } from '../store/shares/pots.ts';
import type { Tx } from '../store/store.ts';

const DAY = 24 * 3_600_000;
/** Milliseconds ahead of now from which on a row's date is ignored, as it came from a wrong clock. */
const CLOCK_DRIFT = 3_600_000;

export type NewUpload = Pick<UploadRow, 'key' | 'size' | 'created_at'> & { load?: Load };

/** `share`: there is room, but this sender has used up its share. */
export type UploadRoom = 'taken' | 'day' | 'share';

/**
 * Writes rows of uploads; uploads that arrive together share a transaction.
 * @param perDay limit on the bytes of all uploads within 24 hours, on all servers together
 * @returns for each upload whether there was room; without room no row is written
 */
export function createUploadRegister(store: GroupStore, perDay: number): GroupCommit<NewUpload, UploadRoom> {
  return createGroupCommit<NewUpload, UploadRoom>(store, {
    apart: APART,
    write: async (tx, uploads) => {
      // Under this lock no other server can count the day's bytes at the same time.
      await lockNamed(store.dialect, tx, 'uploads');
      let used = await bytesOfDay(tx, elementAt(uploads, 0).created_at);
      const rooms = uploads.map(({ size, load = null }): UploadRoom => {
        if (used + size > perDay) return 'day';
        if (used + size > placesFor(load, perDay)) return 'share';
        used += size;
        return 'taken';
      });
      const taken = uploads.filter((_, index) => rooms[index] === 'taken');
      if (taken.length > 0) {
        const rows = taken.map(({ key, size, created_at }) => ({ key, size, created_at, lead_id: null, removed_at: null }));
        await tx.insertInto('uploads').values(rows).execute();
      }
      return rooms;
    },
  });
}

/** The upload was removed before the lead that names it was stored. */
export class UploadGone extends Error {
  override name = 'UploadGone';
}

/** Stores the rows of leads' files, and assigns the uploads to these leads, within the transaction that stores them. @throws UploadGone */
export async function insertFiles(tx: Tx, files: readonly FileRow[]): Promise<void> {
  await tx.insertInto('files').values(files).execute();
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ lead_id: (eb) => eb.selectFrom('files').select('files.lead_id').whereRef('files.key', '=', 'uploads.key') })
    .where(
      'key',
      'in',
      files.map((file) => file.key),
    )
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== files.length) throw new UploadGone('an upload was removed before its lead was stored');
}

export async function setScan(tx: Tx, key: string, { scan, detail, at }: { scan: Scan; detail: string | null; at: number }): Promise<void> {
  await tx.updateTable('files').set({ scan, scan_detail: detail, scanned_at: at }).where('key', '=', key).execute();
}

export async function findLeftovers(db: Tx, now: number, atMost: number): Promise<Pick<UploadRow, 'key' | 'size' | 'created_at'>[]> {
  return db
    .selectFrom('uploads')
    .select(['key', 'size', 'created_at'])
    .where('lead_id', 'is', null)
    .where('created_at', '<', now - DAY)
    .limit(atMost)
    .execute();
}

/**
 * Removes an upload that belongs to no lead. Its row is marked first, so that no lead can be assigned to it any more, and deleted last, so that an
 * interrupted removal is resumed.
 * @returns false if a lead names it, or there is no such upload
 */
export async function removeUpload(db: Tx, key: string, removeBytes: (key: string) => Promise<void>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ removed_at: Date.now() })
    .where('key', '=', key)
    .where('lead_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) === 0) return false;
  await removeBytes(key);
  await db.deleteFrom('uploads').where('key', '=', key).execute();
  return true;
}

export async function unknownKeys(db: Tx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const unknown = new Set(keys);
  for (const { key } of await db.selectFrom('uploads').select('key').where('key', 'in', keys).execute()) unknown.delete(key);
  for (const { key } of await db.selectFrom('picture_files').select('key').where('key', 'in', keys).execute()) unknown.delete(key);
  return unknown;
}

async function bytesOfDay(tx: Tx, now: number): Promise<number> {
  const { bytes } = await tx
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number | string | null>('size').as('bytes'))
    .where('created_at', '>', now - DAY)
    .where('created_at', '<', now + CLOCK_DRIFT)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}
