import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { FolderHeld, holdFolder } from './hold.ts';
import { temporaryFolder } from './store.testing.ts';

test('one holds a folder, another is told how to mend it, and may have it afterwards', async () => {
  const folder = temporaryFolder();
  const release = await holdFolder(folder, 0);
  await expect(holdFolder(folder, 0)).rejects.toThrow(FolderHeld);
  await expect(holdFolder(folder, 0)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
  const next = holdFolder(folder, 10_000);
  release();
  (await next)();
});

test('a process that is killed gives its folder back', async () => {
  const folder = temporaryFolder();
  const script = `import { holdFolder } from ${JSON.stringify(new URL('hold.ts', import.meta.url).href)};
    await holdFolder(${JSON.stringify(folder)}, 0); gc(); console.log('held'); setInterval(() => {}, 1000);`;
  // Collected at once: that a lock is held must not depend on who refers to it.
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(holdFolder(folder, 0)).rejects.toThrow(FolderHeld);
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await holdFolder(folder, 0))();
});
