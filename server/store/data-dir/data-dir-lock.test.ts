import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { DataDirLocked, lockDataDir } from './data-dir-lock.ts';
import { temporaryFolder } from '../store.testing.ts';

test('one holds a folder, another is told how to mend it, and may have it afterwards', async () => {
  const folder = temporaryFolder();
  const release = await lockDataDir(folder, 0);
  await expect(lockDataDir(folder, 0)).rejects.toThrow(DataDirLocked);
  await expect(lockDataDir(folder, 0)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
  const next = lockDataDir(folder, 10_000);
  release();
  (await next)();
});

test('a process that is killed gives its folder back', async () => {
  const folder = temporaryFolder();
  const script = `import { lockDataDir } from ${JSON.stringify(new URL('data-dir-lock.ts', import.meta.url).href)};
    await lockDataDir(${JSON.stringify(folder)}, 0); gc(); console.log('held'); setInterval(() => {}, 1000);`;
  // Garbage is collected right away: the lock must not depend on who refers to it.
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(lockDataDir(folder, 0)).rejects.toThrow(DataDirLocked);
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await lockDataDir(folder, 0))();
});
