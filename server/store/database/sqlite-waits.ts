// What a connection to the embedded store waits for without holding up its thread: other connections of the process, and the disk.
import { statSync, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { NotOnDisk, StoreMoved } from '../errors.ts';

/**
 * What the two threads of a server tell each other of the embedded store's lock, which is the file's: how many transactions have ended, and how many
 * of the thread that goes first wait for one to end. Without it a connection that finds the file locked would only try again after a pause.
 */
export type WriteTurns = {
  /** Lets the thread begin that goes first, if it waits: else one transaction after another would hardly leave it a turn. */
  giveWay(): Promise<void>;
  /** Resolves once a transaction of this process ends, at the latest after `ms` milliseconds: another process tells nobody. */
  untilOneEnds(ms: number): Promise<void>;
  tellEnd(): void;
};

/** Milliseconds for which a connection gives way. */
const GIVEN = 20;

const [ENDED, WAITING] = [0, 1];

/** Memory that both threads of a server have, and whether this one goes first and leaves it to the other to copy a long log. */
export type SharedTurns = { memory: SharedArrayBuffer; first: boolean };

/** For the thread that goes first. */
export function sharedTurns(): SharedTurns {
  return { memory: new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT), first: true };
}

/** @param shared default: the connection is the only one of its process */
export function createWriteTurns({ memory, first }: SharedTurns = sharedTurns()): WriteTurns {
  const numbers = new Int32Array(memory);
  const untilEnded = (ms: number) => changed(numbers, Atomics.load(numbers, ENDED), ms);
  return {
    giveWay: async () => {
      if (!first && Atomics.load(numbers, WAITING) > 0) await untilEnded(GIVEN);
    },
    untilOneEnds: async (ms) => {
      if (first) Atomics.add(numbers, WAITING, 1);
      await untilEnded(ms);
      if (first) Atomics.sub(numbers, WAITING, 1);
    },
    tellEnd: () => {
      Atomics.add(numbers, ENDED, 1);
      Atomics.notify(numbers, ENDED);
    },
  };
}

function changed(numbers: Int32Array<SharedArrayBuffer>, from: number, ms: number): Promise<unknown> {
  const { async, value } = Atomics.waitAsync(numbers, ENDED, from, ms);
  if (!async) return Promise.resolve();
  // Such a wait does not keep a process running, which a timer does.
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void value.then(() => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

export type DiskSync = {
  /**
   * Resolves once all that was committed before the call is on the disk, in files that still stand at their place. SQLite itself would wait for the disk
   * within the commit, and the thread with it.
   * @throws NotOnDisk, StoreMoved
   */
  synced(): Promise<void>;
  /** To be called before anything is written. @throws StoreMoved where the files were found elsewhere, and are not back */
  mayWrite(): void;
  close(): Promise<void>;
};

/** Path of the write-ahead log, which the connection keeps open, and where that and the store's file stand. */
export type SqliteFiles = { wal: string; place: SqlitePlace };

/** @param path the store's file, which was opened just now. SQLite keeps the log beside it while that is open. */
export function sqliteFiles(path: string): SqliteFiles {
  return { wal: `${path}-wal`, place: createSqlitePlace(path) };
}

/** Where the files of an open embedded store stand. They stay open wherever their folder is moved, and even when they are removed. */
type SqlitePlace = {
  /** Adds a file, as it was when it was opened. */
  add(path: string, opened: BigIntStats): void;
  /** @throws StoreMoved unless each path still leads to the file that was opened: only that is found at the next start */
  look(): void;
  /** As `look`, where the last one failed; else it returns at once. */
  lookAgain(): void;
};

/** @param path the store's file, which was opened just now */
function createSqlitePlace(path: string): SqlitePlace {
  const files = new Map([[path, statOf(path)]]);
  let moved = false;
  const look = (): void => {
    moved = [...files].some(([at, opened]) => !isSame(opened, statOf(at)));
    if (moved) throw new StoreMoved();
  };
  return {
    add: (at, opened) => void files.set(at, opened),
    look,
    lookAgain: () => {
      if (moved) look();
    },
  };
}

/** In this thread: 4 µs, of which the thread pool would make 30. Each commit looks, so that the system has the path in memory. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(opened: BigIntStats | undefined, found: BigIntStats | undefined): boolean {
  return found !== undefined && found.ino === opened?.ino && found.dev === opened.dev;
}

/**
 * Synchronises the write-ahead log of a connection whose commits do not (`synchronous = normal`): a commit is a part of the log, and is found there after a power
 * cut once that part is on the disk. Commits that wait at the same time share a call.
 */
export function createDiskSync(database: DatabaseSync, { wal, place }: SqliteFiles): DiskSync {
  let file: FileHandle | undefined;
  let failed = false;
  const write = async (): Promise<void> => {
    try {
      if (failed) copyLog(database);
      failed = false;
      if (file === undefined) {
        file = await open(wal, 'r+');
        place.add(wal, await file.stat({ bigint: true }));
      }
      await file.datasync();
    } catch (error) {
      failed = true;
      throw new NotOnDisk('the disk did not take what was committed', { cause: error });
    }
  };
  return {
    synced: shared(async () => {
      // Before the first time, too: the log might be another store's.
      if (file === undefined) place.look();
      // Else a disk that failed would hide that the files are gone from it.
      await write().finally(() => place.look());
    }),
    mayWrite: () => place.lookAgain(),
    close: async () => {
      await file?.close();
      file = undefined;
    },
  };
}

/**
 * Copies the log into the store's file, with SQLite's own waits for the disk. After a failed call a second one says nothing of what the first had to write:
 * Linux counts it as written.
 */
function copyLog(database: DatabaseSync): void {
  const { busy, log, checkpointed } = database.prepare('pragma wal_checkpoint(full)').get() as Record<string, unknown>;
  if (busy !== 0 || log !== checkpointed) throw new Error('the log could not be copied into the store');
}

/** Calls of `run` that begin after the caller asked: those that ask while one is under way share the next. */
function shared(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    next = undefined;
    const own = run();
    running = own;
    const end = () => {
      if (running === own) running = undefined;
    };
    own.then(end, end);
    return own;
  };
  return () => (running === undefined ? begin() : (next ??= running.then(begin, begin)));
}

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
      if (copied) {
        copied = checkpoint(database, 'restart').busy !== 0;
        return;
      }
      const { log, checkpointed } = checkpoint(database, 'noop');
      if (log - checkpointed >= LONG) copied = checkpoint(database, 'passive').busy === 0;
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
