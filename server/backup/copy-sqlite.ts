import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../store/data-dir/private-folder.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';
import { BackupFault } from './backup-fault.ts';
import type { Progress } from './progress.ts';
import { querySqlite, readFacts, unsoundness, type StoreFacts } from './store-facts.ts';

/** Pages copied in a step: 16 MB. */
const PAGES = 4096;
/** Milliseconds to wait for a process that changes the journal mode, as a starting server does. */
const PATIENCE = 10_000;

/**
 * Copies the embedded store while a server writes to it; neither waits for the other.
 * @returns facts about the copy, after SQLite's own check of it
 */
export async function copySqlite(dataDir: string, path: string, progress: Progress): Promise<StoreFacts> {
  const source = openSource(dataDir);
  try {
    // The read transaction keeps one state in view. Without it, every write of the server would restart the copy.
    source.exec('begin; select count(*) from sqlite_master');
    makePrivateFile(path);
    await backup(source, path, { rate: PAGES, progress: ({ totalPages: all, remainingPages: rest }) => progress(all - rest, all) });
  } finally {
    source.close();
  }
  return inspect(path);
}

export function openSource(dataDir: string): DatabaseSync {
  const path = join(dataDir, SQLITE_NAME);
  if (!existsSync(path)) throw new BackupFault(`There is no store in ${dataDir}. DATA_DIR or DATABASE_URL says where it is`);
  return new DatabaseSync(path, { readOnly: true, timeout: PATIENCE });
}

async function inspect(path: string): Promise<StoreFacts> {
  const copy = new DatabaseSync(path);
  try {
    // Makes the copy a single file, without a log beside it.
    copy.exec('pragma journal_mode = delete');
    const faults = unsoundness(copy);
    if (faults.length > 0) throw new BackupFault(`The store is damaged: ${faults.slice(0, 3).join('; ')}. Restore an earlier backup`);
    return await readFacts(querySqlite(copy), 'sqlite');
  } finally {
    copy.close();
  }
}
