import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NotWritable, withLock } from './lock.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one build at a time through', async () => {
  const file = join(folder, 'build.lock');
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((done) => setImmediate(done));
    running--;
  };
  await Promise.all([1, 2, 3].map(() => withLock(file, () => undefined, work)));
  expect(most).toBe(1);
});

it('gives the lock back when the work fails, and takes over a dead build’s', async () => {
  const file = join(folder, 'build.lock');
  await expect(
    withLock(
      file,
      () => undefined,
      () => Promise.reject(new Error('broken')),
    ),
  ).rejects.toThrow('broken');
  // Larger than any process id, so no process has it.
  writeFileSync(file, String(2 ** 30));
  await expect(
    withLock(
      file,
      () => undefined,
      () => Promise.resolve('built'),
    ),
  ).resolves.toBe('built');
});

it('says in words that a folder cannot be written', async () => {
  // A file instead of the folder, because root may write to a read-only folder.
  writeFileSync(join(folder, 'cache'), '');
  const file = join(folder, 'cache/build.lock');
  const refused = withLock(
    file,
    () => undefined,
    async () => undefined,
  );
  await expect(refused).rejects.toThrow(NotWritable);
  await expect(refused).rejects.toThrow(`${join(folder, 'cache')} cannot be written (EEXIST). Run npm run build`);
});
