import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryFolder } from './memory-folder.ts';

const GB = 2 ** 30;
const inMemory = existsSync('/dev/shm') && statfsSync('/dev/shm').type === 0x01021994 ? '/dev/shm' : undefined;

function parentIn(folder: string): string {
  const parent = mkdtempSync(join(folder, 'memory-folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

describe('the folder of tests', () => {
  it.runIf(inMemory)('is in memory, open to everybody as /tmp is, and gone when it is removed', () => {
    const parent = parentIn(inMemory!);
    const { bavail, bsize } = statfsSync(parent);
    const folder = memoryFolder(parent, 16 * GB);
    expect(folder !== undefined).toBe(bavail * bsize >= 4 * GB);
    if (folder === undefined) return;
    expect(statSync(folder.path).mode & 0o7777).toBe(0o1777);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  it('is the disk where the machine has little memory, or the folder is none of memory', () => {
    const parent = parentIn(inMemory ?? tmpdir());
    expect(memoryFolder(parent, 4 * GB)).toBeUndefined();
    expect(memoryFolder(join(parent, 'nowhere'), 16 * GB)).toBeUndefined();
    expect(memoryFolder(import.meta.dirname, 16 * GB)).toBeUndefined();
  });

  it.runIf(inMemory)('takes away what a run that was killed left there, and nothing of one that runs', () => {
    const parent = parentIn(inMemory!);
    const { pid: gone } = spawnSync('true');
    for (const pid of [gone, process.ppid]) mkdirSync(join(parent, `cognitive-tests-${pid}/store`), { recursive: true });
    const folder = memoryFolder(parent, 16 * GB);
    expect(existsSync(join(parent, `cognitive-tests-${process.ppid}/store`))).toBe(true);
    expect(existsSync(join(parent, `cognitive-tests-${gone}`))).toBe(folder === undefined);
  });

  it.runIf(inMemory)('takes away a disk, too, that a killed test had mounted there', (context) => {
    const parent = parentIn(inMemory!);
    const { pid: gone } = spawnSync('true');
    const left = join(parent, `cognitive-tests-${gone}`);
    const disk = join(left, 'disk');
    mkdirSync(disk, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]).status !== 0) context.skip('only an administrator may mount');
    onTestFinished(() => void spawnSync('umount', ['-l', disk]));
    const folder = memoryFolder(parent, 16 * GB);
    expect(existsSync(left)).toBe(folder === undefined);
  });
});
