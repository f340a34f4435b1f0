import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { UsageError, type BareCommand, type BareContext } from '../../cli/command.ts';
import { textTable } from '../../cli/text-table.ts';
import { storeSettings } from '../../store/store-settings.ts';
import { openStore, type Store } from '../../store/store.ts';
import { storePlaceOf, summary } from '../backup-command.ts';
import { BackupFault } from '../backup-fault.ts';
import { checkBackup } from '../check-backup.ts';
import { listBackups, readManifest, type FoundBackup } from '../manifest.ts';
import { progressOf } from '../progress.ts';
import { type AfterRestore, alone, prepareRestored, restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { dropSuspended, findSuspended, sendSuspended } from './queued-jobs.ts';

const help = `Brings a backup back, into an empty place: an empty DATA_DIR, and an empty database or bucket where the settings name one.

Usage: npm run restore -- FOLDER             a backup's folder, or the one that holds them: then its newest complete one
       npm run restore -- FOLDER --keep-files
                               the files of the store are where they were, in DATA_DIR/files or the bucket: adds what is missing
       npm run restore -- FOLDER --erasures FILE
                               erases again what another DATA_DIR/erasures.jsonl lists; that of later backups
                               in the same folder, and of this DATA_DIR, it reads by itself
       npm run restore -- --check FOLDER     reads a backup through and says what is wrong with it; writes nothing
       npm run restore -- --put-back         the store was put back by other means, from a snapshot or to a point in time: does the rest of a
                               restore there, so that nothing is sent twice, and what was erased since is erased again
       npm run restore -- --held             what waits since a restore
       npm run restore -- --send             sends it
       npm run restore -- --drop             never sends it

Nothing is written before every hash was found right. A restore that was cut off goes on when it is run again; until then no server
starts there. Mails and other jobs that were due when the backup was made are held: the server that it was made of may have done
them since. New requests are answered as ever. If that server ended soon after the backup, --send what it left; if it went on
for longer, it sent nearly all of it: --drop. One by one: npm run jobs -- --status held, npm run jobs -- retry ID.

What is restored is a store of its own, which the files of the first are closed to: it can be tried beside it, with a DATA_DIR, a
database and a bucket or prefix of its own. With --keep-files it takes the place of the first, which must be gone.`;

export type RestoreParts = {
  steps: readonly AfterRestore[];
  /** Names of jobs that send nothing: --drop still runs them. */
  silent: readonly string[];
};

export function createRestoreCommand(parts: RestoreParts): BareCommand {
  return { help, bare: true, run: (args, context) => run(args, context, parts) };
}

const options = {
  check: { type: 'boolean' },
  erasures: { type: 'string', multiple: true },
  'keep-files': { type: 'boolean' },
  'put-back': { type: 'boolean' },
  held: { type: 'boolean' },
  send: { type: 'boolean' },
  drop: { type: 'boolean' },
} as const;

async function run(args: readonly string[], context: BareContext, { steps, silent }: RestoreParts): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const { check, held, send, drop, 'put-back': putBack } = values;
  const [folder, ...rest] = positionals;
  const asked = [check, held, send, drop, putBack].filter(Boolean).length;
  if (rest.length > 0 || asked > 1) throw new UsageError('That is too much at once');
  if (held || send || drop) {
    if (folder !== undefined) throw new UsageError(`'${folder}' is too much: what is held is in the store that the settings name`);
    if (held) return withStore(context, (store) => list(store, context));
    return withStore(context, (store) => (send ? sendAll(store, context) : dropAll(store, silent, context)));
  }
  const erasureLists = (values.erasures ?? []).map((path) => resolve(path));
  const absent = erasureLists.find((path) => !existsSync(path));
  if (absent !== undefined) throw new UsageError(`There is no file ${absent}`);
  if (putBack) {
    if (folder !== undefined) throw new UsageError(`'${folder}' is too much: what was put back is the store that the settings name`);
    return prepare({ erasureLists, steps }, context);
  }
  if (folder === undefined) throw new UsageError('Which backup? Name its folder');
  const backup = await find(resolve(folder), context);
  if (check) return checkOne(backup, context);
  return restore(backup, { filesThere: values['keep-files'] === true, erasureLists, steps }, context);
}

async function find(path: string, { warn }: BareContext): Promise<FoundBackup> {
  const manifest = await readManifest(path);
  if (manifest !== undefined) return { name: path, path, manifest };
  const { complete, incomplete } = await listBackups(path);
  const newest = complete.at(-1);
  if (newest === undefined) {
    const more = incomplete.length > 0 ? `; not complete: ${incomplete.join(', ')}` : '';
    throw new BackupFault(`There is no complete backup in ${path}: none has a manifest.json that this version reads${more}`);
  }
  warn(`The newest of ${complete.length} complete backups there: ${newest.path}`);
  return newest;
}

async function checkOne(backup: FoundBackup, { print, warn }: BareContext): Promise<number> {
  const faults = await checkBackup(backup, progressOf('reading', warn));
  for (const fault of faults) print(fault);
  for (const { key, reason } of backup.manifest.absent) warn(`The file ${key} was not there when it was made: ${reason}`);
  print(faults.length === 0 ? `Sound: ${summary(backup)}` : `Not to be relied on: ${faults.length} faults in ${backup.path}`);
  return faults.length === 0 ? 0 : 1;
}

type How = Pick<RestoreOptions, 'filesThere' | 'erasureLists' | 'steps'>;

async function restore(backup: FoundBackup, how: How, context: BareContext): Promise<number> {
  const { settings, print, warn, now } = context;
  const began = performance.now();
  await restoreBackup({ backup, place: storePlaceOf(settings), ...how, log: pino({ level: 'silent' }), now, tell: warn });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(`Restored what was there at ${backup.manifest.began}: ${summary(backup)}, in ${seconds} s.`);
  if (!how.filesThere)
    print('It is a store of its own now: a bucket or folder of the first one’s files is refused to it (npm run files -- adopt).');
  return withStore(context, (store) => list(store, context));
}

/** Prepares a store that was put back by other means (--put-back). */
async function prepare(how: Pick<How, 'erasureLists' | 'steps'>, context: BareContext): Promise<number> {
  const { settings, warn, now } = context;
  const place = storePlaceOf(settings);
  const work = async (store: Store) => {
    await prepareRestored(store, { ...how, place, log: pino({ level: 'silent' }), now, tell: warn });
    return list(store, context);
  };
  return alone(place.dataDir, () => withStore(context, work));
}

async function list(store: Store, { print }: BareContext): Promise<number> {
  const { jobs } = await findSuspended(store.db);
  if (jobs.length === 0) {
    print('Nothing is held.');
    return 0;
  }
  const rows = jobs.map(({ name, count, oldest }) => [name, String(count), new Date(oldest).toISOString()]);
  print(textTable([['HELD', 'COUNT', 'SINCE'], ...rows]));
  print(
    'The server sends none of it by itself. npm run restore -- --send sends it; npm run restore -- --drop never does. Start the server: npm start',
  );
  return 0;
}

async function sendAll(store: Store, { print, now }: BareContext): Promise<number> {
  const count = await sendSuspended(store, now());
  print(count === 0 ? 'Nothing was held.' : `${count} jobs are due: the server does them as soon as it runs.`);
  return 0;
}

async function dropAll(store: Store, silent: readonly string[], { print, now }: BareContext): Promise<number> {
  print(`${await dropSuspended(store, silent, now())} jobs are dropped; npm run jobs -- --status done lists them.`);
  return 0;
}

async function withStore(context: BareContext, work: (store: Store) => Promise<number>): Promise<number> {
  const store = await openStore({ ...storeSettings(context.settings), log: pino({ level: 'silent' }) });
  try {
    await store.migrate();
    return await work(store);
  } finally {
    await store.close();
  }
}
