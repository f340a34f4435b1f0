import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

const LAST = 'last-backup.json';
/** Written by deploy/cognitive-pro-backup.service as well, where the command itself could not run. */
const FAILED = 'backup-failed';
/** Characters of a reason that are told. */
const REASON = 300;

/** Notes beside the data that a backup of it was made. Where that cannot be written, the backup is none the worse. */
export async function noteBackup(dataDir: string, at: number): Promise<void> {
  await replaceFile(join(dataDir, LAST), JSON.stringify({ at })).catch(() => undefined);
  await rm(join(dataDir, FAILED), { force: true }).catch(() => undefined);
}

/** Notes beside the data that a backup of it failed, until one succeeds: the server tells OPS_MAIL. */
export async function noteBackupFailure(dataDir: string, reason: string): Promise<void> {
  await replaceFile(join(dataDir, FAILED), reason).catch(() => undefined);
}

/** When the latest backup began, in milliseconds since the epoch; undefined where none was made from this folder. */
export async function lastBackup(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, LAST), 'utf8').catch(() => '{}');
  const { at } = JSON.parse(text) as { at?: unknown };
  return typeof at === 'number' ? at : undefined;
}

/** Why the latest backup failed; undefined where it did not. */
export async function backupFailure(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, FAILED), 'utf8').catch(() => undefined);
  return text?.trim().slice(0, REASON);
}
