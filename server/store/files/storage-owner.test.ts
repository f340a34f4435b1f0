import { describe, expect, test } from 'vitest';
import { StoreDown } from '../errors.ts';
import { inPieces, keyOf, place, places } from './files.testing.ts';
import { ForeignStorage } from './storage-owner.ts';
import { freshStore } from '../store.testing.ts';

describe.each(places)('the owner of files on %s', (kind) => {
  test('is the store that kept the first one; servers of it share them, and another store is refused', async () => {
    const { files, beside, kept } = await place(kind);
    expect(await files.checkOwner()).toBe(false);
    const key = await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    expect([await files.checkOwner(), await beside().checkOwner()]).toEqual([true, true]);
    const stranger = beside(await freshStore('sqlite'));
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
    await expect(beside(await freshStore('sqlite')).checkOwner()).rejects.toThrow(ForeignStorage);
  });

  test('changes only when it is told to', async () => {
    const { files, beside } = await place(kind);
    await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    const heir = beside(await freshStore('sqlite'));
    await heir.takeOver();
    expect(await heir.checkOwner()).toBe(true);
    await expect(files.checkOwner()).rejects.toThrow(ForeignStorage);
  });
});
