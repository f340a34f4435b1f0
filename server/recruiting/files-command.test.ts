import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../cli/command.ts';
import { testContext } from '../testing/command.testing.ts';
import { ForeignStorage } from '../files/storage-owner.ts';
import { freshStore, silent } from '../store/store.testing.ts';
import { openFiles } from '../files/files.ts';
import { application, setUp } from './applications.testing.ts';
import { filesCommand } from './files-command.ts';

const strangers = ['a'.repeat(32), 'b'.repeat(32)];

async function withFiles() {
  const setup = await setUp();
  await setup.send(application());
  const { key } = (await setup.files())[0]!;
  for (const name of strangers) await writeFile(join(setup.folder, name), 'left');
  return { ...setup, key, ...testContext(filesCommand, setup.store, { settings: setup.context.settings, files: setup.context.files }) };
}

describe('npm run files', () => {
  test('lists what no row knows and removes nothing', async () => {
    const { run, key, onDisk } = await withFiles();
    const { printed, warned, code } = await run();
    expect([code, strangers.every((name) => printed.includes(name)), printed.includes(key)]).toEqual([0, true, false]);
    expect(warned).toContain('--remove 2');
    const listed = JSON.parse((await run('orphans', '--json')).printed) as { key: string; size: number }[];
    expect(listed.map((file) => `${file.key} ${file.size}`).toSorted()).toEqual(strangers.map((name) => `${name} 4`));
    expect((await onDisk()).toSorted()).toEqual([...strangers, key].toSorted());
  });

  test('removes them when their number is said, tells which, and leaves what a row knows', async () => {
    const { run, key, onDisk } = await withFiles();
    expect((await run('orphans', '--remove', '3')).code).toBe(1);
    expect(await onDisk()).toHaveLength(3);
    expect((await run('orphans', '--remove', '2')).printed.split('\n').toSorted()).toEqual(strangers.map((name) => `removed ${name}`));
    expect(await onDisk()).toEqual([key]);
    expect((await run()).printed).toMatch(/^Every file in .* is known\.$/);
  });

  test('removes nothing of another store, and adopts only when told twice', async () => {
    const { context, onDisk } = await withFiles();
    const store = await freshStore();
    const files = openFiles({ dataDir: context.settings.DATA_DIR, store, log: silent });
    const { run } = testContext(filesCommand, store, { settings: context.settings, files });
    await expect(run('orphans', '--remove', '3')).rejects.toThrow(ForeignStorage);
    await expect(run('adopt')).rejects.toThrow(ForeignStorage);
    expect(await onDisk()).toHaveLength(3);
    expect((await run('adopt', '--yes')).printed).toMatch(/are this store's now/);
    expect((await run('adopt')).printed).toMatch(/are this store's\.$/);
  });

  test.each([[['dance']], [['orphans', 'x']], [['orphans', '--remove', 'all']]])('%j is no use of it', async (args) => {
    const { run } = await withFiles();
    await expect(run(...args)).rejects.toThrow(UsageError);
  });
});
