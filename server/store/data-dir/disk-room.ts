import { randomBytes } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Free bytes on the disk of a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeBytes(dirname(folder));
  }
}

export function isOutOfRoom(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export async function probeWrite(folder: string): Promise<void> {
  const path = join(folder, `.probe-${randomBytes(8).toString('hex')}`);
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile('x'.repeat(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

export type Room = {
  wrote: (bytes: number) => void;
  release: () => void;
};

/**
 * Reserves space on the disk of a folder while `reserve` bytes stay free. Space that is reserved and not yet written counts as used.
 * @returns undefined if there is not enough space
 */
export function createDiskRoom(folder: string, reserve: number): (bytes: number) => Promise<Room | undefined> {
  let outstanding = 0;
  return async (bytes) => {
    const free = await freeBytes(folder);
    if (free - outstanding - bytes < reserve) return undefined;
    let rest = bytes;
    outstanding += bytes;
    const settle = (settled: number) => {
      const now = Math.min(settled, rest);
      rest -= now;
      outstanding -= now;
    };
    return { wrote: settle, release: () => settle(rest) };
  };
}
