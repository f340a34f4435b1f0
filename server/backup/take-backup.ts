import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freeBytes } from '../store/data-dir/disk-room.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';
import { syncPath } from '../store/data-dir/replace-file.ts';
import { openStorage, type StoragePlace } from '../files/files.ts';
import { BackupFault } from './backup-fault.ts';
import { copyFiles, hashFile, type CopiedFiles } from './copy-files.ts';
import { copySqlite, openSource } from './copy-sqlite.ts';
import { connectPatiently, type PostgresPlace } from './connect-patiently.ts';
import { dumpPostgres } from './postgres-programs.ts';
import { FILES, listBackups, writeManifest, type FoundBackup, type Manifest } from './manifest.ts';
import { inMegabytes, progressOf } from './progress.ts';
import { querySqlite, queryPostgres, readFacts, type PlainQuery, type StoreFacts } from './store-facts.ts';

export type StorePlace = StoragePlace & Omit<PostgresPlace, 'databaseUrl'> & { databaseUrl?: string | undefined };

export type BackupOptions = { place: StorePlace; folder: string; now: () => number; tell: (text: string) => void; signal?: AbortSignal };

/** Bytes that are left free on the disk of the backups. */
const RESERVE = 64 * 1024 * 1024;

/**
 * Makes a backup in a new folder inside `folder`: rows first, then the files that they name, the manifest last. On failure removes what it wrote.
 * @throws BackupFault
 */
export async function takeBackup(options: BackupOptions): Promise<FoundBackup> {
  const { place, folder, now } = options;
  refuseInside(place.dataDir, folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const began = new Date(now());
  const name = began
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const path = join(folder, name);
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new BackupFault(`${path} is there already: another backup began in the same second`) : error;
  });
  try {
    const manifest = await fill(path, began, options);
    await syncPath(folder);
    return { name, path, manifest };
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

async function fill(path: string, began: Date, options: BackupOptions): Promise<Manifest> {
  const { place, folder, tell, now, signal } = options;
  const { database, facts } = await copyDatabase(path, options);
  signal?.throwIfAborted();
  if (Object.keys(facts.tables).length === 0) throw new BackupFault('The store has no tables yet: its server never started up to the end');
  await requireRoom(
    folder,
    facts.files.reduce((sum, file) => sum + file.size, 0),
  );
  const earlier = (await listBackups(folder)).complete.findLast(({ manifest }) => facts.store !== null && manifest.store === facts.store);
  const { copied, unreadable } = await copyFiles({
    files: facts.files,
    storage: openStorage(place),
    folder: path,
    previous: earlier?.path,
    progress: progressOf('files', tell),
    signal,
  });
  const { store, migrations, tables, erasures } = facts;
  const absent = await explain(unreadable, place);
  const times = { began: began.toISOString(), ended: new Date(now()).toISOString() };
  await syncPath(join(path, FILES));
  return writeManifest(
    path,
    { format: 1, store, ...times, database, migrations, tables, absent },
    { files: copied.map(({ key, ...file }) => ({ ...file, name: `${FILES}/${key}` })), erasures },
  );
}

type CopiedDatabase = { database: Manifest['database']; facts: StoreFacts };

async function copyDatabase(path: string, { place, folder, tell, signal }: BackupOptions): Promise<CopiedDatabase> {
  const embedded = place.databaseUrl === undefined;
  const name = embedded ? 'store.sqlite' : 'store.dump';
  const target = join(path, name);
  if (place.databaseUrl !== undefined) {
    const { schema, ...facts } = await dumpPostgres({ ...place, databaseUrl: place.databaseUrl }, target, signal);
    return { database: { kind: 'postgres', name, schema, ...(await hashFile(target)) }, facts };
  }
  await requireRoom(folder, (await stat(join(place.dataDir, SQLITE_NAME)).catch(() => ({ size: 0 }))).size);
  const facts = await copySqlite(place.dataDir, target, progressOf('rows', tell));
  await syncPath(target);
  return { database: { kind: 'sqlite', name, ...(await hashFile(target)) }, facts };
}

/** Why files are missing: erased when their row is gone too; otherwise lost, or damaged. */
async function explain(unreadable: CopiedFiles['unreadable'], place: StorePlace): Promise<Manifest['absent']> {
  if (unreadable.length === 0) return [];
  const { files } = await asking(place, (query) => readFacts(query, place.databaseUrl === undefined ? 'sqlite' : 'postgres'));
  const named = new Set(files.map(({ key }) => key));
  return unreadable.map(({ key, reason }) => ({ key, reason: !named.has(key) ? 'erased' : reason === 'absent' ? 'lost' : 'damaged' }));
}

async function asking<T>({ databaseUrl, tls, dataDir }: StorePlace, work: (query: PlainQuery) => Promise<T>): Promise<T> {
  if (databaseUrl !== undefined) {
    const { client } = await connectPatiently({ databaseUrl, tls });
    return work(queryPostgres(client)).finally(() => client.end());
  }
  const file: DatabaseSync = openSource(dataDir);
  return work(querySqlite(file)).finally(() => file.close());
}

/** Refuses a folder in DATA_DIR: the backup would be lost with the disk, and data that is erased would stay in it. */
function refuseInside(dataDir: string, folder: string): void {
  const path = relative(resolve(dataDir), resolve(folder));
  if (path === '' || !(path.startsWith('..') || path.startsWith('/')))
    throw new BackupFault(`${folder} is in DATA_DIR: name a folder elsewhere, best on another disk or machine`);
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const free = existsSync(folder) ? await freeBytes(folder) : Infinity;
  if (free < bytes + RESERVE)
    throw new BackupFault(`${folder} has ${inMegabytes(free)} free, and the backup needs ${inMegabytes(bytes + RESERVE)}`);
}
