import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { backupFailure, lastBackup } from '../store/data-dir/last-backup.ts';
import { temporaryFolder } from '../store/store.testing.ts';
import { BEGAN, filledStore } from './backup.testing.ts';
import { backupCommand } from './backup-command.ts';

test('a backup that fails leaves a word of it beside the data, until one succeeds', async () => {
  const { place, store } = await filledStore();
  const settings = readSettings({ DATA_DIR: place.dataDir });
  const run = (folder: string) =>
    backupCommand.run([folder], { settings, now: () => BEGAN, print: () => undefined, warn: () => undefined });
  // A file exists where the folder should be.
  await expect(run(join(place.dataDir, 'store.sqlite'))).rejects.toThrow();
  expect(await backupFailure(place.dataDir)).toMatch(/store\.sqlite/);
  expect(await lastBackup(place.dataDir)).toBeUndefined();
  expect(await run(temporaryFolder())).toBe(0);
  expect([await backupFailure(place.dataDir), await lastBackup(place.dataDir)]).toEqual([undefined, BEGAN]);

  const file = await store.db.selectFrom('files').select('key').executeTakeFirstOrThrow();
  await rm(join(place.dataDir, 'files', file.key));
  expect(await run(temporaryFolder())).toBe(1);
  expect(await backupFailure(place.dataDir)).toMatch(/were lost or damaged/);
});
