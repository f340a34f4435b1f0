import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonObject } from '../json-column.ts';
import { replaceFile } from './replace-file.ts';

const LAST = 'last-backup.json';
/** Also written by deploy/cognitive-pro-backup.service, if the backup command itself could not run. */
const FAILED = 'backup-failed';
/** Most characters of a reason that are returned. */
const REASON = 300;

/** Records the time of a backup in DATA_DIR. A failure to write it does not fail the backup. */
export async function noteBackup(dataDir: string, at: number): Promise<void> {
  await replaceFile(join(dataDir, LAST), JSON.stringify({ at })).catch(() => undefined);
  await rm(join(dataDir, FAILED), { force: true }).catch(() => undefined);
}

/** Records in DATA_DIR that the last backup failed, until one succeeds. The server mails it to OPS_MAIL. */
export async function noteBackupFailure(dataDir: string, reason: string): Promise<void> {
  await replaceFile(join(dataDir, FAILED), reason).catch(() => undefined);
}

/** When the latest backup began, in milliseconds since the epoch; undefined if none was made from this folder. */
export async function lastBackup(dataDir: string): Promise<number | undefined> {
  const { at } = jsonObject(await readFile(join(dataDir, LAST), 'utf8').catch(() => null));
  return typeof at === 'number' ? at : undefined;
}

/** Why the latest backup failed; undefined if it did not fail. */
export async function backupFailure(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, FAILED), 'utf8').catch(() => undefined);
  return text?.trim().slice(0, REASON);
}
