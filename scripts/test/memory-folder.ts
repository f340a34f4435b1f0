// A folder in memory for the tests' stores, where nothing waits for a disk. On disk, the kernel's work is a quarter of their processor time.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type MemoryFolder = { path: string; remove: () => void };

/** File system type of tmpfs, from statfs(2). */
const TMPFS = 0x01021994;
const GB = 2 ** 30;
const ROOM = 4 * GB;
const MEMORY = 8 * GB;
const NAME = /^cognitive-tests-(\d+)$/;

/**
 * Creates a folder in memory for this process, writable for all users because PostgreSQL runs as another one. Removes those of killed runs.
 * @returns undefined if there is too little memory, or if programs may not run there, as is the default in containers
 */
export function memoryFolder(parent = '/dev/shm', memory = process.availableMemory()): MemoryFolder | undefined {
  if (memory < MEMORY || !hasRoom(parent)) return undefined;
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !lives(Number(pid))) removeLeft(join(parent, name));
  }
  const path = join(parent, `cognitive-tests-${process.pid}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o1777);
  if (runsPrograms(path)) return { path, remove };
  remove();
  return undefined;
}

/** Small disks that a killed test had mounted there cannot be removed before they are unmounted. */
function removeLeft(folder: string): void {
  for (const line of readFileSync('/proc/mounts', 'utf8').split('\n')) {
    const at = line.split(' ')[1];
    if (at?.startsWith(`${folder}/`)) spawnSync('umount', ['-l', at]);
  }
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Only a warning: the folder takes memory, but prevents no test.
    console.warn(`${folder} is left of an earlier run and cannot be removed: ${(error as Error).message}`);
  }
}

function hasRoom(parent: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(parent);
    return type === TMPFS && bavail * bsize >= ROOM && parent !== tmpdir();
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
