import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { present } from '../../../contract/checked.ts';
import type { Log } from '../../kernel/log.ts';
import { closeStore, reopenStore } from '../../store/data-dir/closed-store.ts';
import { DataDirLocked, lockDataDir } from '../../store/data-dir/data-dir-lock.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { openFiles, openStorage, type Files } from '../../files/files.ts';
import { OWN_ID } from '../../files/storage-owner.ts';
import { MAJOR, migrations } from '../../store/migrations/migration-list.ts';
import type { Store } from '../../store/store.ts';
import { replaceSecret } from '../../store/stored-secret.ts';
import { BackupFault } from '../backup-fault.ts';
import { checkBackup } from '../check-backup.ts';
import { ERASURES, listBackups, parseSums, SUMS, type FoundBackup } from '../manifest.ts';
import { progressOf } from '../progress.ts';
import type { StorePlace } from '../take-backup.ts';
import { suspendQueued } from './queued-jobs.ts';
import { restoreFiles } from './restore-files.ts';
import { restorePostgres, restoreSqlite } from './restore-rows.ts';
import { emptyStaging, examineTarget, backupMark, stagingFolder, UNFINISHED_FILE } from './target.ts';

export type RestoreOptions = {
  backup: FoundBackup;
  place: StorePlace;
  /** Whether the store's files are still in place: only missing ones are added then, and the store keeps its id. */
  filesThere: boolean;
  steps: readonly AfterRestore[];
  erasureLists: readonly string[];
  log: Log;
  now: () => number;
  tell: (text: string) => void;
};

/**
 * Restores a backup into an empty place. Nothing is written before the whole backup was verified; no server starts there before everything is in place and
 * prepared; an interrupted restore continues where it stopped.
 * @throws BackupFault
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { backup, place, filesThere, tell } = options;
  refuseNewer(backup);
  const storage = openStorage(place);
  await examineTarget(backup, place, storage, filesThere);
  const faults = await checkBackup(backup, progressOf('reading the backup', tell));
  if (faults.length > 0)
    throw new BackupFault(`Nothing was restored: the backup is not what it was.\n  ${faults.slice(0, 20).join('\n  ')}`);
  await alone(place.dataDir, () => write(options, storage));
}

/** Runs `work` while this process has DATA_DIR for itself. @throws BackupFault when a server uses it */
export async function alone<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const release = await lockDataDir(dataDir, 0).catch((error: unknown) => {
    throw error instanceof DataDirLocked ? new BackupFault(`A server uses ${dataDir}: stop it first`) : error;
  });
  return work().finally(release);
}

async function write(options: RestoreOptions, storage: FileStorage): Promise<void> {
  const { backup, place, filesThere, tell, log } = options;
  const target = await examineTarget(backup, place, storage, filesThere);
  await closeStore(place.dataDir, UNFINISHED_FILE, unfinishedText(backup));
  const owner = await ownerFor(backup, storage, { again: target.again, filesThere });
  const staging = stagingFolder(place.dataDir);
  await emptyStaging(place.dataDir);
  const sums = parseSums(await readFile(join(backup.path, SUMS), 'utf8'));
  await restoreFiles({ backup, sums, storage, staging, owner, progress: progressOf('files', tell) });
  const erasureLists = [...options.erasureLists, ...(await laterLists(backup))];
  const prepare = (store: Store) => prepareRestored(store, { ...options, erasureLists }, owner);
  const rows = { backup, place, staging, log, prepare };
  if (place.databaseUrl !== undefined) await restorePostgres(rows, target.rows);
  else if (!target.rows) await restoreSqlite(rows);
  await emptyStaging(place.dataDir);
  reopenStore(place.dataDir, UNFINISHED_FILE);
}

/** The id of the restored store. With its files in place it keeps its id; otherwise it gets its own, so that it never touches the first store's files. */
async function ownerFor(
  backup: FoundBackup,
  storage: FileStorage,
  { again, filesThere }: { again: boolean; filesThere: boolean },
): Promise<string> {
  if (filesThere) return present(backup.manifest.store);
  const there = again ? await storage.readOwner() : undefined;
  return there ?? randomBytes(16).toString('hex');
}

export type Preparing = Pick<RestoreOptions, 'place' | 'steps' | 'erasureLists' | 'log' | 'now' | 'tell'>;

/**
 * Prepares a store that was put back, by this command or otherwise: migrates it, holds its queued jobs, and runs the steps.
 * @param owner its new id; without one it keeps its id
 */
export async function prepareRestored(store: Store, options: Preparing, owner?: string): Promise<void> {
  const { place, steps, erasureLists, log, now, tell } = options;
  await store.migrate();
  await store.begin(async (tx) => {
    await suspendQueued(tx);
    if (owner !== undefined) await replaceSecret(tx, OWN_ID, owner, now());
  });
  const files = openFiles({ dataDir: place.dataDir, bucket: place.bucket, store, log });
  try {
    for (const step of steps) {
      const done = await step.run({ store, files, dataDir: place.dataDir, now, erasureLists });
      if (done !== undefined) tell(`${step.name}: ${done}`);
    }
  } finally {
    await files.close();
  }
}

async function laterLists({ path, manifest: { store, began } }: FoundBackup): Promise<string[]> {
  const { complete } = await listBackups(dirname(path));
  const later = complete.filter(({ manifest }) => store !== null && manifest.store === store && manifest.began > began);
  return later.map((other) => join(other.path, ERASURES)).filter((list) => existsSync(list));
}

function refuseNewer({ manifest }: FoundBackup): void {
  const unknown = manifest.migrations.filter(({ name }) => !migrations.some((migration) => migration.name === name));
  const refused = unknown.filter(({ since }) => since === null || since > MAJOR).map(({ name }) => name);
  if (refused.length > 0)
    throw new BackupFault(
      `The backup was made by a newer version: it has ${refused.join(', ')}. Restore it with that version, or one after it`,
    );
}

function unfinishedText(backup: FoundBackup): string {
  return `A restore into this place did not come to its end. Run it again, and it goes on: npm run restore -- ${backup.path}
To have nothing of it instead, empty this folder, and the bucket or database that it had begun to fill.
${backupMark(backup)}`;
}

/**
 * A step on a restored store before a server uses it, for example repeating the erasures made since the backup. It may run more than once. The store is
 * migrated, its files are in place, and no server runs on it.
 */
export type AfterRestore = {
  name: string;
  /** @returns what it did, for the operator; undefined when there was nothing to do */
  run: (restored: RestoredStore) => Promise<string | undefined>;
};

export type RestoredStore = {
  store: Store;
  files: Files;
  dataDir: string;
  now: () => number;
  /** Paths of lists of erasures that the store may lack: given by the operator, or from later backups of the same store. */
  erasureLists: readonly string[];
};
