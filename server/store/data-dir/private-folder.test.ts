import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Log } from '../../kernel/log.ts';
import { restrictAccess } from './private-folder.ts';
import { silent, temporaryFolder } from '../store.testing.ts';

test('what is the server’s own is taken from others, what is not stays, and what is open is told', async () => {
  const dataDir = temporaryFolder();
  await mkdir(join(dataDir, 'files/incoming'), { recursive: true });
  await mkdir(join(dataDir, 'mail'));
  const open = ['store.sqlite', 'store.sqlite-wal', 'files/a', 'files/incoming/b', 'mail/c.eml'];
  for (const name of [...open, 'other']) {
    await writeFile(join(dataDir, name), 'x');
    await chmod(join(dataDir, name), 0o644);
  }
  for (const folder of ['.', 'files', 'files/incoming', 'mail']) await chmod(join(dataDir, folder), 0o755);
  const told: string[] = [];
  const log: Log = { ...silent, warn: (...given: unknown[]) => void told.push(String(given[1])) };
  await restrictAccess(dataDir, log);
  const modeOf = async (name: string) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
  expect(await Promise.all(open.map(modeOf))).toEqual(open.map(() => '600'));
  expect(await Promise.all(['files', 'files/incoming', 'mail'].map(modeOf))).toEqual(['700', '700', '700']);
  expect(await Promise.all(['.', 'other'].map(modeOf))).toEqual(['755', '644']);
  expect(told).toEqual([`DATA_DIR can be read by others: chmod 0700 ${dataDir}`, 'took the rights of others from files of DATA_DIR']);
  told.length = 0;
  await chmod(dataDir, 0o700);
  await restrictAccess(dataDir, log);
  expect(told).toEqual([]);
});
