import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from './private-folder.ts';

/**
 * Locks a folder for this process. It is a SQLite lock: the system releases it however the process ends, and a leftover file blocks nobody.
 * @param patience milliseconds to wait for a process that is still stopping
 * @returns releases the lock
 * @throws DataDirLocked if another process keeps the lock for longer
 */
export async function lockDataDir(folder: string, patience: number): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const until = performance.now() + patience;
  for (;;) {
    makePrivateFile(join(folder, 'server.lock'));
    const lock = new DatabaseSync(join(folder, 'server.lock'), { timeout: 0 });
    try {
      // Nothing is written under this lock, so no journal file is left behind.
      lock.exec('pragma journal_mode = memory; begin exclusive');
      held.add(lock);
      return () => {
        held.delete(lock);
        lock.close();
      };
    } catch (error) {
      lock.close();
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
      if (performance.now() > until) throw new DataDirLocked(folder);
    }
    await wait(50);
  }
}

export class DataDirLocked extends Error {
  constructor(folder: string) {
    super(
      `Another server uses ${folder}. Give this one a folder of its own by DATA_DIR, or let several servers share one PostgreSQL: DATABASE_URL=postgres://…`,
    );
  }
}

const SQLITE_BUSY = 5;

/** Keeps locks referenced: garbage collection of a database would release its lock. */
const held = new Set<DatabaseSync>();
