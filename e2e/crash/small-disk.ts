import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = { folder: string; fill(): void; free(): void; unmount(): void };

/** Mounts a disk of 48 MB in memory; undefined if this process may not mount. */
export function mountSmallDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cognitive-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmdirSync(folder);
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => writeToTheEnd(filler),
    free: () => rmSync(filler),
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmdirSync(folder);
    },
  };
}

/** Simulates a full disk for one process: its files cannot grow much beyond the current size of the store's log. */
export function limitFiles(pid: number, dataDir: string): Pick<SmallDisk, 'fill' | 'free'> {
  const limit = (bytes: number | 'unlimited') => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  return {
    fill: () => void limit(statSync(join(dataDir, 'store.sqlite-wal')).size + 20_000),
    free: () => void limit('unlimited'),
  };
}

function writeToTheEnd(path: string): void {
  for (const size of [1 << 20, 4096]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
