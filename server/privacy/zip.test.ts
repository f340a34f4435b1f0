import { spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../store/store.testing.ts';
import { readZip } from '../testing/read-zip.testing.ts';
import { writeZip, type ZipEntry } from './zip.ts';

async function* entries(files: Readonly<Record<string, Uint8Array>>): AsyncIterable<ZipEntry> {
  for (const [name, content] of Object.entries(files)) yield { name, content, at: new Date('2026-11-22T06:30:00Z') };
}

test('whatever is written is read again, and by its owner alone', async () => {
  const folder = temporaryFolder();
  let runs = 0;
  const names = fc.stringMatching(/^[\p{L}\d_-]{1,20}$/u);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, fc.uint8Array({ maxLength: 3000 }), { maxKeys: 5 }), async (files) => {
      const path = join(folder, `${(runs += 1)}.zip`);
      await writeZip(path, entries(files));
      const read = readZip(await readFile(path));
      expect([...read].map(([name, content]) => [name, [...content]])).toEqual(
        Object.entries(files).map(([name, content]) => [name, [...content]]),
      );
      expect((await stat(path)).mode & 0o077).toBe(0);
    }),
    { numRuns: 30 },
  );
});

test('a file that is there already stays', async () => {
  const path = join(temporaryFolder(), 'taken.zip');
  await writeFile(path, 'mine');
  await expect(writeZip(path, entries({}))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(path, 'utf8')).toBe('mine');
});

test.skipIf(spawnSync('python3', ['--version']).status !== 0)('others read it, too', async () => {
  const path = join(temporaryFolder(), 'other.zip');
  await writeZip(path, entries({ 'files/å.txt': Buffer.from('x'.repeat(5000)), 'empty.txt': Buffer.alloc(0) }));
  const code =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [(i.filename,i.file_size,i.date_time[:5]) for i in z.infolist()])';
  const { stdout } = spawnSync('python3', ['-c', code, path], { encoding: 'utf8', env: { ...process.env, PYTHONIOENCODING: 'utf8' } });
  expect(stdout.trim()).toBe("None [('files/å.txt', 5000, (2026, 11, 22, 6, 30)), ('empty.txt', 0, (2026, 11, 22, 6, 30))]");
});
