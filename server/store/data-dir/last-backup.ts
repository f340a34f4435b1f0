import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './replace-file.ts';

const NAME = 'last-backup.json';

/** Notes beside the data that a backup of it was made. Where that cannot be written, the backup is none the worse. */
export async function noteBackup(dataDir: string, at: number): Promise<void> {
  await replaceFile(join(dataDir, NAME), JSON.stringify({ at })).catch(() => undefined);
}

/** When the latest backup began, in milliseconds since the epoch; undefined where none was made from this folder. */
export async function lastBackup(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => '{}');
  const { at } = JSON.parse(text) as { at?: unknown };
  return typeof at === 'number' ? at : undefined;
}
