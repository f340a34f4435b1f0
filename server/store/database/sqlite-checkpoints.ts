import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds between two looks at the length of the log. */
const BETWEEN = 1000;
/** Pages in the log, and not yet in the file, from which on they are copied. */
const LONG = 1000;

/**
 * Copies a long write-ahead log into the store's file, and waits for the disk meanwhile. SQLite by itself would do so with every commit from the
 * thousandth page on until the log begins anew, for which nobody else may read or write at that moment. Here one call copies while others write, and the
 * next ones copy what came since and let the log begin anew, until that succeeds.
 * @returns to be called after each commit, before others are told that they can begin
 */
export function createCheckpoints(database: DatabaseSync): () => void {
  let next = performance.now() + BETWEEN;
  let copied = false;
  return () => {
    if ((!copied && performance.now() < next) || database.isTransaction) return;
    next = performance.now() + BETWEEN;
    try {
      if (copied) copied = checkpoint(database, 'restart').busy !== 0;
      else if (isLong(checkpoint(database, 'noop'))) copied = checkpoint(database, 'passive').busy === 0;
    } catch {
      // Such as a full disk: the commit is in the log, and a later call tries again.
      copied = false;
    }
  };
}

type Checkpoint = { busy: number; log: number; checkpointed: number };

/** @returns `log`: pages in the log, `checkpointed`: how many of them are in the file; `busy`: 1 where another connection was in the way */
function checkpoint(database: DatabaseSync, mode: 'noop' | 'passive' | 'restart'): Checkpoint {
  return database.prepare(`pragma wal_checkpoint(${mode})`).get() as Checkpoint;
}

function isLong({ log, checkpointed }: Checkpoint): boolean {
  return log - checkpointed >= LONG;
}
