import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, type BareCommand, type BareContext } from '../cli/command.ts';
import type { Settings } from '../settings/settings.ts';
import { noteBackup, noteBackupFailure } from '../store/data-dir/last-backup.ts';
import { storeSettings } from '../store/store-settings.ts';
import { durationOf, scheduleBackups } from './backup-schedule.ts';
import { listBackups, type FoundBackup } from './manifest.ts';
import { inMegabytes } from './progress.ts';
import { removeOldBackups } from './retention.ts';
import { takeBackup, type StorePlace } from './take-backup.ts';

const help = `Makes a backup of everything, while the server serves: rows, and the CVs that they name.

Usage: npm run backup -- FOLDER               makes FOLDER/<time>/
       npm run backup -- FOLDER --keep 14     and then removes all but the newest 14 of this store
       npm run backup -- FOLDER --every 6h [--keep 14]
                               the same whenever the newest one is 6 hours old (30m, 6h, 1d), until it is stopped

A backup is complete once it has its manifest.json: how many rows each table has, and the hash of SHA256SUMS, which has those of
everything else (sha256sum -c SHA256SUMS reads it, too). Only complete backups of the same store are ever removed.
CVs that the newest backup in FOLDER has already are linked to it, not copied once more.

For PostgreSQL it runs pg_dump, found in PATH, in the usual places, or in the folder that POSTGRES_BIN names. Not in a backup:
mails that are kept as files (no MAIL_URL), .env, and CVs on their way in. It holds personal data: only you may read it.

npm run restore -- --check FOLDER reads a backup through; npm run restore -- FOLDER brings it back.`;

export const backupCommand: BareCommand = { help, bare: true, run };

const options = { every: { type: 'string' }, keep: { type: 'string' } } as const;

async function run(args: readonly string[], context: BareContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [given, ...rest] = positionals;
  if (given === undefined) throw new UsageError('Into which folder?');
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  const folder = resolve(given);
  const every = values.every === undefined ? undefined : durationOf(values.every);
  const count = values.keep === undefined ? undefined : countOf(values.keep);
  const stopping = stopSignal();
  const take = () => noted({ folder, count, context, signal: stopping.signal });
  if (every === undefined) return (await take().finally(stopping.end)) ? 0 : 1;
  const schedule = {
    every,
    taken: async () => (await listBackups(folder)).complete.map(({ manifest }) => Date.parse(manifest.began)),
    take: () =>
      take().then(
        () => true,
        (error: unknown) => told(error, stopping.signal, context),
      ),
    now: context.now,
    signal: stopping.signal,
  };
  await scheduleBackups(schedule).finally(stopping.end);
  return 0;
}

export function storePlaceOf(settings: Settings): StorePlace {
  const { dataDir, databaseUrl, tls } = storeSettings(settings);
  return { dataDir, databaseUrl, tls, bucket: settings.FILES_URL, ca: settings.DATABASE_CA, programs: settings.POSTGRES_BIN };
}

type Round = { folder: string; count: number | undefined; context: BareContext; signal: AbortSignal };

/** Makes a backup, and notes a failure in DATA_DIR, where the server finds it and mails OPS_MAIL. */
async function noted(options: Round): Promise<boolean> {
  const { context, signal } = options;
  const note = (reason: string) => noteBackupFailure(context.settings.DATA_DIR, reason);
  try {
    const whole = await round(options);
    if (!whole) await note('files that the store names were lost or damaged before it: what it printed names them');
    return whole;
  } catch (error) {
    if (!signal.aborted) await note(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** @returns whether the backup has every file that the store names */
async function round({ folder, count, context, signal }: Round): Promise<boolean> {
  const { settings, now, print, warn } = context;
  const began = performance.now();
  const made = await takeBackup({ place: storePlaceOf(settings), folder, now, tell: warn, signal });
  await noteBackup(settings.DATA_DIR, Date.parse(made.manifest.began));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(`${made.path}: ${summary(made)}, in ${seconds} s`);
  const whole = tellAbsent(made, warn);
  const { incomplete } = await listBackups(folder);
  if (incomplete.length > 0) warn(`Not complete, and left as they are: ${incomplete.join(', ')}`);
  if (count === undefined) return whole;
  const removed = await removeOldBackups(folder, made, count);
  if (removed.length > 0) print(`removed ${removed.join(', ')}`);
  return whole;
}

export function summary({ manifest: { tables, database, files } }: FoundBackup): string {
  const rows = Object.values(tables).reduce((sum, number) => sum + number, 0);
  return `${tables.leads ?? 0} leads, ${rows} rows (${inMegabytes(database.size)}), ${files.count} files (${inMegabytes(files.bytes)})`;
}

function tellAbsent({ manifest: { absent } }: FoundBackup, warn: (text: string) => void): boolean {
  const words = { erased: 'erased while the backup was made', lost: 'LOST: a row names it and it is not there', damaged: 'DAMAGED' };
  for (const { key, reason } of absent) warn(`the file ${key} is not in the backup: ${words[reason]}`);
  return absent.every(({ reason }) => reason === 'erased');
}

function told(error: unknown, signal: AbortSignal, { warn }: BareContext): boolean {
  if (!signal.aborted) warn(`No backup: ${error instanceof Error ? error.message : String(error)}. Trying again in ten minutes`);
  return false;
}

function countOf(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep takes how many backups stay, from 1');
  return Number(text);
}

function stopSignal(): { signal: AbortSignal; end: () => void } {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);
  return {
    signal: stopping.signal,
    end: () => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(name, stop);
    },
  };
}
