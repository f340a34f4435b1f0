import { describe, expect, test } from 'vitest';
import { StoreDown } from '../store/errors.ts';
import { oldLead } from '../testing/old-rows.testing.ts';
import { inPieces, keyOf, place, places } from './files.testing.ts';
import { ForeignStorage } from './storage-owner.ts';
import { freshStore, silent, temporaryFolder } from '../store/store.testing.ts';
import { prepareFiles } from './files.ts';
import type { Store } from '../store/store.ts';

describe.each(places)('the owner of files on %s', (kind) => {
  test('is the store that kept the first one; servers of it share them, and another store is refused', async () => {
    const { files, beside, kept } = await place(kind);
    expect(await files.checkOwner()).toBe(false);
    const key = await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    expect([await files.checkOwner(), await beside().checkOwner()]).toEqual([true, true]);
    const stranger = beside(await freshStore());
    await expect(stranger.checkOwner()).rejects.toThrow(ForeignStorage);
    await expect(stranger.ready()).rejects.toThrow(kind === 'disk' ? /DATA_DIR/ : /FILES_URL/);
    const received = await stranger.receive(inPieces(Buffer.from('y')));
    await expect(received.store()).rejects.toThrow(StoreDown);
    await received.discard();
    await expect(stranger.removeLeftovers(Date.now() + 1e10)).rejects.toThrow(ForeignStorage);
    expect(await kept()).toEqual([key]);
  });

  test('of before there were ids is the one that has rows of them', async () => {
    const { files, beside, drop, store } = await place(kind);
    await drop('a'.repeat(32));
    await expect(files.checkOwner()).rejects.toThrow(/no row of.*npm run files -- adopt/);
    await drop('b'.repeat(32));
    await store.db
      .insertInto('uploads')
      .values({ key: 'b'.repeat(32), size: 4, created_at: 0, lead_id: null, removed_at: null })
      .execute();
    expect(await files.checkOwner()).toBe(true);
    await expect(beside(await freshStore()).checkOwner()).rejects.toThrow(ForeignStorage);
  });

  test('finds the newest that leads name, and says where none of them is here', async () => {
    const { files, beside, store } = await place(kind);
    const told: unknown[] = [];
    const log = { ...silent, error: (_: object, line?: string) => void told.push(line) };
    const start = (of = files) => prepareFiles(of, log, new AbortController().signal);
    await start();
    await leadWith(store, await keyOf(await files.receive(inPieces(Buffer.from('x')))), 1);
    await leadWith(store, 'c'.repeat(32), 2);
    await start();
    expect(told).toEqual([]);
    const elsewhere = beside(store, { dataDir: temporaryFolder(), bucket: undefined });
    await start(elsewhere);
    expect(told).toEqual([expect.stringMatching(/the same FILES_URL, or share DATA_DIR\/files/)]);
  });

  test('changes only when it is told to', async () => {
    const { files, beside } = await place(kind);
    await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    const heir = beside(await freshStore());
    await heir.takeOver();
    expect(await heir.checkOwner()).toBe(true);
    await expect(files.checkOwner()).rejects.toThrow(ForeignStorage);
  });
});

async function leadWith({ db }: Store, key: string, at: number): Promise<void> {
  const lead_id = `lead-${at}`;
  await db
    .insertInto('leads')
    .values({ ...oldLead, id: lead_id, kind: 'application', status: 'unverified', suspected_spam: 0, created_at: at, verified_at: null })
    .execute();
  await db
    .insertInto('files')
    .values({ key, lead_id, sha256: '', size: 1, name: 'cv.pdf', scan: 'unscanned', scan_detail: null, scanned_at: null, created_at: at })
    .execute();
}
