import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { present } from '../../../contract/checked.ts';
import { closingText } from '../../store/data-dir/closed-store.ts';
import { SQLITE_NAME } from '../../store/database/sqlite.ts';
import type { FileStorage } from '../../files/file-storage.ts';
import { UNFINISHED } from '../../store/migrations/migration-list.ts';
import { BackupFault } from '../backup-fault.ts';
import { connectPatiently, type PostgresPlace } from '../connect-patiently.ts';
import { serverOf } from '../postgres-programs.ts';
import type { FoundBackup } from '../manifest.ts';
import { queryPostgres, readFacts } from '../store-facts.ts';
import type { StorePlace } from '../take-backup.ts';

export const UNFINISHED_FILE = 'restore-unfinished.txt';

export type Target = {
  again: boolean;
  rows: boolean;
};

/**
 * Checks whether a backup may be restored into a place: an empty one, or one where a restore of the same backup was interrupted.
 * @throws BackupFault when it may not
 */
export async function examineTarget(backup: FoundBackup, place: StorePlace, storage: FileStorage, filesThere: boolean): Promise<Target> {
  const { manifest } = backup;
  const embedded = place.databaseUrl === undefined;
  if (embedded !== (manifest.database.kind === 'sqlite')) throw new BackupFault(otherKind(embedded));
  const text = closingText(place.dataDir, UNFINISHED_FILE);
  const again = text !== undefined;
  if (again && !text.includes(backupMark(backup))) {
    throw new BackupFault(
      `Another restore into ${place.dataDir} was cut off. Finish that one, or empty DATA_DIR and what else it had begun to fill:\n${text}`,
    );
  }
  const rows = embedded
    ? examineSqlite(place.dataDir, again)
    : await examinePostgres({ ...place, databaseUrl: present(place.databaseUrl) }, manifest, again);
  await examineFiles({ backup, storage, again, filesThere });
  return { again, rows };
}

export function backupMark({ manifest }: FoundBackup): string {
  return `Backup: ${manifest.began}, ${manifest.database.sha256}`;
}

export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'restoring');
}

export async function emptyStaging(dataDir: string): Promise<void> {
  await rm(stagingFolder(dataDir), { recursive: true, force: true });
}

function otherKind(embedded: boolean): string {
  return embedded
    ? 'This is a backup of PostgreSQL: set DATABASE_URL to an empty database to restore it into'
    : 'This is a backup of the embedded store: restore it without DATABASE_URL, and npm run move takes it to PostgreSQL afterwards';
}

function examineSqlite(dataDir: string, again: boolean): boolean {
  const there = existsSync(join(dataDir, SQLITE_NAME));
  if (there && !again)
    throw new BackupFault(
      `There is a store in ${dataDir}, and nothing is written over it. Stop its server and move it away (mv ${dataDir} ${dataDir}.old), or name ` +
        'another folder by DATA_DIR',
    );
  return there;
}

async function examinePostgres(place: PostgresPlace, { database }: FoundBackup['manifest'], again: boolean): Promise<boolean> {
  const { client } = await connectPatiently(place);
  try {
    const { schema } = await serverOf(client);
    if (schema !== database.schema)
      throw new BackupFault(
        `The backup's tables are in the schema ${database.schema}, and here the role makes its tables in ${schema}: alter role … set search_path`,
      );
    const { tables, migrations } = await readFacts(queryPostgres(client), 'postgres');
    if (Object.keys(tables).length === 0) return false;
    if (again && migrations.some(({ name }) => name === UNFINISHED)) return true;
    // Interrupted just before the last step.
    if (again && migrations.length > 0) return true;
    throw new BackupFault('There are tables in the database of DATABASE_URL, and nothing is written over them: name an empty one');
  } finally {
    await client.end().catch(() => undefined);
  }
}

type FilesQuestion = { backup: FoundBackup; storage: FileStorage; again: boolean; filesThere: boolean };

async function examineFiles({ backup: { manifest }, storage, again, filesThere }: FilesQuestion): Promise<void> {
  if (again) return;
  const owner = await storage.readOwner();
  const { name, setting } = storage.place;
  if (filesThere) {
    if (owner !== undefined && owner === manifest.store) return;
    throw new BackupFault(
      `The files in ${name} (${setting}) are not those of the store that this backup is of: restore without --keep-files`,
    );
  }
  if (owner === undefined && !(await hasFiles(storage))) return;
  const mend = setting === 'FILES_URL' ? 'a bucket or prefix of its own by FILES_URL' : 'another folder by DATA_DIR';
  const own =
    owner === manifest.store
      ? ' Where the rows alone were lost, and no server uses these files any more, add --keep-files: what is missing is put back, and nothing is removed.'
      : '';
  throw new BackupFault(`There are files in ${name} (${setting}), and nothing is written among them: give what is restored ${mend}.${own}`);
}

async function hasFiles(storage: FileStorage): Promise<boolean> {
  for await (const { key } of storage.list()) return key !== '';
  return false;
}
