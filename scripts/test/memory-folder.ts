// Where tests put their stores: in memory, where nothing waits for a disk. The kernel's work for it is a quarter of their processor time.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type MemoryFolder = { path: string; remove: () => void };

/** Of statfs(2). */
const TMPFS = 0x01021994;
const GB = 2 ** 30;
const ROOM = 4 * GB;
const MEMORY = 8 * GB;
const NAME = /^cognitive-tests-(\d+)$/;

/**
 * A folder of this process in the machine's memory, open to PostgreSQL's own user as /tmp is; undefined where there is too little of it,
 * or where no program may run from it, as containers have it by default. What a run that was killed left there goes.
 */
export function memoryFolder(parent = '/dev/shm', memory = process.availableMemory()): MemoryFolder | undefined {
  if (memory < MEMORY || !hasRoom(parent)) return undefined;
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !lives(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const path = join(parent, `cognitive-tests-${process.pid}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o1777);
  if (runsPrograms(path)) return { path, remove };
  remove();
  return undefined;
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
