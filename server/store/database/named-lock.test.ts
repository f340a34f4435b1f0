import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUploadRegister } from '../../files/uploads.ts';
import { newId } from '../id.ts';
import { freshStore, testOnPostgres } from '../store.testing.ts';
import { lockNamed, tryLockNamed } from './named-lock.ts';

test('every lock of PostgreSQL has a name, and the number that it comes to is written down in one place', () => {
  const folder = new URL('../../', import.meta.url).pathname;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test'),
  );
  const asking = names.filter((name) => /pg_(try_)?advisory/.test(readFileSync(join(folder, name), 'utf8')));
  expect(asking).toEqual(['store/database/named-lock.ts']);
});

testOnPostgres('a name is kept from others until its transaction ends, and from no other name', async () => {
  const store = await freshStore();
  const isFree = (name: string) => store.begin((tx) => tryLockNamed('postgres', tx, name));
  const names = ['migrations', 'lead index', 'uploads', 'alerts'];
  for (const held of names) {
    const free = await store.begin(async (tx) => {
      await lockNamed('postgres', tx, held);
      return Promise.all(names.map(isFree));
    });
    expect(free).toEqual(names.map((name) => name !== held));
    expect(await isFree(held)).toBe(true);
  }
});

testOnPostgres('an upload does not wait for the index', async () => {
  const store = await freshStore();
  await store.begin(async (tx) => {
    await lockNamed('postgres', tx, 'lead index');
    expect(await createUploadRegister(store, 10).add({ key: newId(), size: 1, created_at: store.now() })).toBe('taken');
  });
});
