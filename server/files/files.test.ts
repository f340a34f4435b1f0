import { createHash } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { StoreDown } from '../store/errors.ts';
import { FileMissing, type StoredFile } from './file-storage.ts';
import type { Files } from './files.ts';
import { bytes, inPieces, keyOf, place, places } from './files.testing.ts';

describe.each(places)('files on %s', (kind) => {
  test('are kept under a random key with their size and hash, and read again', async () => {
    const { files, kept, incoming, bucket } = await place(kind);
    const content = Buffer.alloc(300_000, 'curriculum ');
    const received = await files.receive(inPieces(content));
    expect(received).toMatchObject({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') });
    expect(await kept()).toEqual([]);
    const key = await keyOf(received);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect([await kept(), await incoming()]).toEqual([[key], []]);
    expect(Buffer.compare(await bytes(await files.open(key)), content)).toBe(0);
    await received.discard();
    expect(await kept()).toEqual([key]);
    expect(bucket?.refusals ?? []).toEqual([]);
  });

  test('have their row before their bytes, and lose both together', async () => {
    const { files, kept, store } = await place(kind);
    const key = await keyOf(await files.receive(inPieces(Buffer.from('12345'))));
    const [row] = await store.db.selectFrom('uploads').selectAll().execute();
    expect(row).toMatchObject({ key, size: 5, lead_id: null, removed_at: null });
    expect([await files.remove(key), await kept(), await store.db.selectFrom('uploads').select('key').execute()]).toEqual([true, [], []]);
    expect(await files.remove(key)).toBe(false);
  });

  test('that no row knows are listed, however many, and those that one knows are not', async () => {
    const { files, drop } = await place(kind);
    const own = await keyOf(await files.receive(inPieces(Buffer.from('own'))));
    const dropped = Array.from({ length: 5 }, (_, n) => String(n).repeat(32));
    for (const key of dropped) await drop(key);
    const unknown: StoredFile[] = [];
    for await (const file of files.unknown()) unknown.push(file);
    expect(unknown.map(({ key }) => key).toSorted()).toEqual(dropped);
    expect(unknown.map(({ size, at }) => [size, at > Date.UTC(2024, 0)])).toEqual(dropped.map(() => [4, true]));
    expect(dropped).not.toContain(own);
  });

  test('of nothing, discarded or broken off leave nothing', async () => {
    const { files, kept, incoming } = await place(kind);
    const empty = await files.receive(inPieces(Buffer.alloc(0)));
    expect(empty.size).toBe(0);
    await empty.discard();
    await expect(files.receive(broken())).rejects.toThrow('connection lost');
    expect([await kept(), await incoming()]).toEqual([[], []]);
  });

  test('under no key of ours are missing, whatever it is', async () => {
    const { files } = await place(kind);
    for (const key of ['0'.repeat(32), '../../../etc/passwd', 'incoming', 'store-id', '', 'a/b']) {
      await expect(files.open(key)).rejects.toThrow(FileMissing);
    }
  });

  test('past what a day may bring are refused, whichever server they come to, and taken a day later', async () => {
    const clock = { now: Date.now() };
    const { files, beside, kept, store } = await place(kind, { perDay: 10, now: () => clock.now });
    const send = async (to: Files, size: number) => {
      const received = await to.receive(inPieces(Buffer.alloc(size, 'x')));
      const outcome = await received.store();
      await received.discard();
      return outcome.ok ? 'kept' : outcome.reason;
    };
    const outcomes = await Promise.all([4, 4, 4].map((size) => send(files, size)));
    expect(outcomes.toSorted()).toEqual(['day', 'kept', 'kept']);
    expect([await send(beside(), 3), await send(beside(), 2)]).toEqual(['day', 'kept']);
    expect([(await kept()).length, (await store.db.selectFrom('uploads').select('key').execute()).length]).toEqual([3, 3]);
    clock.now += 24 * 3_600_000;
    expect(await send(files, 10)).toBe('kept');
  });

  test('that no disk has room for are read to their end, refused, and leave nothing', async () => {
    const { files, kept, incoming } = await place(kind, { reserve: Number.MAX_SAFE_INTEGER });
    const content = Buffer.alloc(200_000, 'x');
    const received = await files.receive(inPieces(content));
    expect(received.size).toBe(content.length);
    expect(await received.store()).toEqual({ ok: false, reason: 'disk' });
    await received.discard();
    expect([await kept(), await incoming()]).toEqual([[], []]);
  });
});

describe('a disk', () => {
  test('shows nobody else what it keeps', async () => {
    const { files, folder } = await place('disk');
    const key = await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    const staged = await files.receive(inPieces(Buffer.from('y')));
    const [server = ''] = await readdir(join(folder, 'incoming'));
    const inside = await readdir(join(folder, 'incoming', server));
    expect(inside).toHaveLength(2);
    const modes = async (...names: string[]) =>
      new Set(await Promise.all(names.map(async (name) => ((await stat(join(folder, name))).mode & 0o777).toString(8))));
    expect(await modes('.', 'incoming', `incoming/${server}`)).toEqual(new Set(['700']));
    expect(await modes(key, 'store-id', ...inside.map((name) => `incoming/${server}/${name}`))).toEqual(new Set(['600']));
    await staged.discard();
  });

  test('that takes no files is a store that is down', async () => {
    const { files, folder } = await place('disk');
    const received = await files.receive(inPieces(Buffer.from('x')));
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(received.store()).rejects.toThrow(StoreDown);
    await received.discard().catch(() => undefined);
    await expect(files.receive(inPieces(Buffer.from('x')))).rejects.toThrow(StoreDown);
  });

  test('that was emptied under the server takes files again', async () => {
    const { files, folder, kept } = await place('disk');
    await (await files.receive(inPieces(Buffer.from('x')))).discard();
    await rm(folder, { recursive: true });
    await keyOf(await files.receive(inPieces(Buffer.from('x'))));
    expect(await kept()).toHaveLength(1);
  });
});

async function* broken(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(100_000);
  throw new Error('connection lost');
}
