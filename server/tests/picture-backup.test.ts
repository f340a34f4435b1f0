import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backedUp, emptyPlace, openPlace } from '../backup/backup.testing.ts';
import { checkBackup } from '../backup/check-backup.ts';
import { restoreFiles } from '../backup/restore/restore-files.ts';
import { parseSums } from '../backup/manifest.ts';
import { openFiles, openStorage } from '../files/files.ts';
import { settlePicture } from '../files/picture-files.ts';
import { silent, temporaryFolder } from '../store/store.testing.ts';

test('a backup has the pictures of the site, and a restore puts them back where they were', async () => {
  const place = await emptyPlace(undefined, true);
  const store = await openPlace(place);
  const files = openFiles({ dataDir: place.dataDir, store, log: silent });
  const storeOne = (picture: string, name: string) =>
    files.storePicture({ picture, name, type: 'image/webp', bytes: Buffer.from(`${picture} ${name}`) });
  for (const name of ['mark-150.webp', 'mark-300.webp']) expect(await storeOne('a'.repeat(32), name)).toBe(true);
  await store.begin((tx) => settlePicture(tx, 'a'.repeat(32), { files: 2, now: 1 }));
  // A picture that was drawn and is not in a draft yet.
  await storeOne('b'.repeat(32), 'mark-150.webp');
  await files.close();
  const backup = await backedUp(place);
  expect(backup.manifest).toMatchObject({ files: { count: 2 }, absent: [] });
  expect(await checkBackup(backup, () => undefined)).toEqual([]);
  const sums = parseSums(await readFile(join(backup.path, 'SHA256SUMS'), 'utf8'));
  const dataDir = temporaryFolder();
  const storage = openStorage({ dataDir });
  const progress = () => undefined;
  expect(await restoreFiles({ backup, sums: sums ?? [], storage, staging: join(dataDir, 'staging'), owner: 'me', progress })).toBe(2);
  const [{ key }] = (await store.db.selectFrom('picture_files').select('key').where('name', '=', 'mark-300.webp').execute()) as [
    { key: string },
  ];
  expect((await (await storage.open(key)).toArray()).join('')).toBe(`${'a'.repeat(32)} mark-300.webp`);
});
