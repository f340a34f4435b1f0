import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store.testing.ts';
import { removeAsides, replaceFile } from './replace-file.ts';

test('what a killed process was writing aside goes, what is being written and what is not ours stays', async () => {
  const folder = temporaryFolder();
  const aside = 'last-backup.json.0123456789abcdef.tmp';
  const left = [aside, 'store-id.fedcba9876543210.tmp', '.0190-a.eml.tmp'];
  const others = ['.0190-b.eml.tmp', '0190-a.eml', 'notes.tmp', 'erasures.jsonl'];
  for (const name of [...left, ...others]) await writeFile(join(folder, name), 'x');
  const old = Date.now() / 1000 - 3700;
  for (const name of [...left, 'notes.tmp', '0190-a.eml', 'erasures.jsonl']) await utimes(join(folder, name), old, old);
  await removeAsides(folder);
  expect((await readdir(folder)).toSorted()).toEqual(others.toSorted());
  await removeAsides(join(folder, 'nothing'));
  await replaceFile(join(folder, 'erasures.jsonl'), 'y');
  expect((await readdir(folder)).toSorted()).toEqual(others.toSorted());
});
