import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStagingFolder, type StagingFolder } from './upload-staging.ts';
import { temporaryFolder } from '../store/store.testing.ts';

function open(parent: string): StagingFolder {
  const folder = openStagingFolder(parent);
  onTestFinished(() => folder.close());
  return folder;
}

async function stage(folder: StagingFolder, name: string): Promise<string> {
  const path = await folder.path(name);
  await writeFile(path, 'half');
  return path;
}

async function namesIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'server.lock').map((entry) => entry.name);
}

test('what a server writes is its own, stays when others clear what is left, and goes when it stops', async () => {
  const parent = temporaryFolder();
  const [one, other] = [open(parent), open(parent)];
  const path = await stage(one, 'a');
  await stage(other, 'b');
  for (const folder of [one, other]) expect(await folder.removeIncomplete(true)).toBe(0);
  expect((await namesIn(parent)).toSorted()).toEqual(['a', 'b']);
  await one.close();
  expect(await namesIn(parent)).toEqual(['b']);
  expect(await readdir(parent)).not.toContain(basename(join(path, '..')));
});

test('what a server left that is gone is removed at once; of an older version, once nobody can be writing it', async () => {
  const parent = temporaryFolder();
  const folder = open(parent);
  await mkdir(join(parent, 'gone'));
  await writeFile(join(parent, 'gone', 'c'), 'half');
  for (const name of ['old', 'fresh']) await writeFile(join(parent, name), 'half');
  await utimes(join(parent, 'old'), 1000, 1000);
  expect(await folder.removeIncomplete(false)).toBe(2);
  expect(await namesIn(parent)).toEqual(['fresh']);
  expect([await folder.removeIncomplete(true), await namesIn(parent)]).toEqual([1, []]);
});

test('many who start and clear at once each get a folder that stays', async () => {
  const parent = temporaryFolder();
  const folders = Array.from({ length: 12 }, () => open(parent));
  await Promise.all(folders.flatMap((folder, n) => [stage(folder, `s${n}`), folder.removeIncomplete(true)]));
  expect(await namesIn(parent)).toHaveLength(folders.length);
});
