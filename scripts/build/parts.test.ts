import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withScratch } from './parts.ts';

it('a build that fails tells its reason and leaves nothing, though others of its files are still being written', async () => {
  let scratch = '';
  let others = Promise.resolve();
  const failing = withScratch('test', async (folder) => {
    scratch = folder;
    others = writeFor(150, folder);
    await wait(20);
    throw new Error('a page cannot be rendered');
  });
  await expect(failing).rejects.toThrow('a page cannot be rendered');
  await others;
  expect(existsSync(scratch)).toBe(false);
});

/** Several at once, as pages are written. Afterwards a folder that is gone may be missed. */
async function writeFor(ms: number, folder: string) {
  const end = performance.now() + ms;
  const write = async (name: number) => {
    await mkdir(join(folder, `${name}`));
    for (let i = 0; performance.now() < end; i += 1) await writeFile(join(folder, `${name}`, `${i}`), '').catch(() => {});
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => write(name)));
}
