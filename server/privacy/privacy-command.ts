import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';
import { jsonObject } from '../store/json-column.ts';
import { listErasures, readNamedList, writeErasureList } from './erasure-list.ts';
import { eraseSubject, JobsRun, type Erased, type OnErased } from './erase-subject.ts';
import { writeExport } from './export-archive.ts';
import { listPrivacyLog, logPrivacy, userName } from './privacy-log.ts';
import { reapplyErasures } from './reapply-erasures.ts';
import { scrubStore } from './scrub-store.ts';
import { findBytes } from './search-bytes.ts';
import { findLonger, findMentions, type Mention } from './address-mentions.ts';
import { findStaffTraces, findTraces, heldWords, traceCounts, findSpellings } from './traces.ts';
import { exactKey } from '../kernel/address.ts';
import { subjectOf, type Subject } from './subject.ts';

const help = `Answers what people may ask of you: a copy of what is held on an e-mail address, and its erasure.

Usage: npm run privacy -- export EMAIL --to FILE.zip
                               writes everything held into one archive: index.html to read, data.json
                               for machines, CVs and mails as files
       npm run privacy -- erase EMAIL
                               says what is held, asks, and erases it: rows, queued jobs, files, kept mails
       npm run privacy -- log [--json]
                               what was done, by whom and when, without the data
       npm run privacy -- reapply FILE
                               erases again what an erasures.jsonl of another DATA_DIR or of a newer backup lists
       npm run privacy -- scrub
                               leaves nothing of deleted rows in the embedded store: writes its file anew, and forms wait meanwhile

Options:
  --spelling this|all   where the mailbox is also written in another way (case, +tag, Gmail's dots):
                        only the address as given, or every one of them
  --staff-mentions      takes the address also out of what staff wrote about requests of others (notes, answers)
  --yes                 erases without asking
  --by NAME             who did it, for the log [the user of this machine]`;

/** @param onErased called in the transaction that erases requests */
export function createPrivacyCommand(onErased: OnErased): Command {
  return { help, run: (args, context) => run(args, { ...context, onErased }) };
}

type Context = CommandContext & { onErased: OnErased };

const options = {
  to: { type: 'string' },
  spelling: { type: 'string' },
  'staff-mentions': { type: 'boolean' },
  yes: { type: 'boolean' },
  by: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = { to?: string; spelling?: string; 'staff-mentions'?: boolean; yes?: boolean; by?: string; json?: boolean };

async function run(args: readonly string[], context: Context): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = '', about, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'log' && about === undefined) return showLog(values.json === true, context);
  if (action === 'scrub' && about === undefined) return scrub(context);
  if (!['export', 'erase', 'reapply'].includes(action))
    throw new UsageError(action === '' ? 'Say what to do' : `There is no action '${action}'`);
  if (about === undefined) throw new UsageError(`'${action}' needs ${action === 'reapply' ? 'a file' : 'an e-mail address'}`);
  if (action === 'reapply') return reapply(about, values, context);
  return action === 'export' ? exportAll(about, values, context) : erase(about, values, context);
}

async function scrub({ store, print }: CommandContext): Promise<number> {
  await scrubStore(store);
  print('Nothing of deleted rows is left in the store.');
  return 0;
}

async function exportAll(address: string, values: Values, context: CommandContext): Promise<number> {
  const { store, files, settings, now, print, warn } = context;
  const { to } = values;
  if (to === undefined || !to.endsWith('.zip')) throw new UsageError('export needs --to FILE.zip');
  const picked = await pickSubject(address, values.spelling, context);
  if (picked === undefined) return 1;
  const traces = await findTraces({ db: store.db, dataDir: settings.DATA_DIR }, picked.subject);
  const staff = await findStaffTraces(store.db, picked.subject);
  const missing = await writeExport(to, traces, { address, spellings: picked.spellings, at: now(), staff }, files).catch(refuseExisting);
  const counts = { ...traceCounts(traces), deskAccounts: staff.length };
  await logPrivacy(store.db, { action: 'export', actor: userName(values.by), at: now(), counts });
  print(`${to} has everything held on ${address}:\n${countTable(counts)}`);
  for (const name of missing) warn(`${name} is named by the store and is not where files are.`);
  return missing.length > 0 ? 1 : 0;
}

async function erase(address: string, values: Values, context: Context): Promise<number> {
  const { store, files, settings, now, print, warn, ask, onErased } = context;
  const parts = { store, files, dataDir: settings.DATA_DIR, now, onErased };
  const picked = await pickSubject(address, values.spelling, context);
  if (picked === undefined) return 1;
  const traces = await findTraces({ db: store.db, dataDir: parts.dataDir }, picked.subject);
  print(`Held on ${picked.spellings.join(', ')}, and to be erased:\n${countTable(traceCounts(traces))}`);
  const lists = traces.mails.filter((mail) => mail.shared).length;
  if (lists > 0) print(`${lists} of the mails are lists for staff that name others, too: they are removed whole.`);
  tellMentions(await findMentions(store.db, picked.subject), context);
  if (values.yes !== true) {
    const answer = await ask('This cannot be undone. Type the address once more to erase it:');
    if (answer === undefined) throw new UsageError('Nobody can be asked here: --yes erases without asking');
    if (answer !== address) {
      warn('Nothing was erased.');
      return 1;
    }
  }
  // Checks that the files belong to this store before any is removed.
  if (traces.rows.files.length > 0) await files.checkOwner();
  try {
    const erased = await eraseSubject(parts, picked.subject, {
      actor: userName(values.by),
      action: 'erase',
      staffMentions: values['staff-mentions'] === true,
    });
    return await finish(picked, erased, context);
  } catch (error) {
    if (!(error instanceof JobsRun)) throw error;
    warn(`${error.message}. What was queued is gone, the rest is there: try again in a minute.`);
    return 1;
  }
}

async function finish({ spellings, subject }: PickedSubject, { filesLeft }: Erased, context: CommandContext): Promise<number> {
  const { store, settings, print, warn } = context;
  await writeErasureList(settings.DATA_DIR, await listErasures(store.db));
  await scrubStore(store);
  if (filesLeft > 0)
    warn(`${filesLeft} files could not be removed now: no row names them any more, and the server removes them within a day.`);
  tellMentions(await findMentions(store.db, subject), context);
  print('Erased. A backup still has it: whoever restores one erases it again (npm run privacy -- reapply), by the list in DATA_DIR.');
  if (store.dialect === 'postgres') {
    print(
      "PostgreSQL writes over the space in time ('vacuum full' does it at once). Its log, its WAL with whatever archives and standbys have of it, and its backups keep it for as long as you have set.",
    );
  }
  const texts = [...new Set([...spellings.flatMap((one) => [one.toLowerCase(), exactKey(one)]), subject.address])];
  const found = await findBytes(settings.DATA_DIR, texts, await findLonger(store.db, subject, texts));
  const isOld = (path: string) => store.dialect === 'postgres' && path.startsWith(SQLITE_NAME);
  const [moved, others] = [found.filter(isOld), found.filter((path) => !isOld(path))];
  if (moved.length > 0)
    warn(
      `The address still stands in ${moved.join(', ')} of DATA_DIR, which was moved to PostgreSQL: remove it, once a backup has the new store.`,
    );
  if (others.length > 0)
    warn(`The address still stands in ${others.join(', ')} of DATA_DIR: somebody else named it, or sent it meanwhile.`);
  if (found.length === 0) print('DATA_DIR was searched: the address is nowhere in it.');
  return filesLeft > 0 || found.length > 0 ? 1 : 0;
}

function tellMentions(mentions: readonly Mention[], { print }: CommandContext): void {
  const of = (by: Mention['by']) => mentions.filter((mention) => mention.by === by).map(({ id }) => id);
  const [senders, staff] = [of('sender'), of('staff')];
  if (senders.length > 0)
    print(`Others named the address in what they sent, which is theirs and stays (npm run leads -- show ID): ${senders.join(', ')}`);
  if (staff.length > 0)
    print(`Staff named the address in what they wrote about requests of others; --staff-mentions takes it out: ${staff.join(', ')}`);
}

async function reapply(path: string, values: Values, { store, files, settings, now, print, onErased }: Context): Promise<number> {
  const parts = { store, files, dataDir: settings.DATA_DIR, now, onErased };
  const listed = await readNamedList(path);
  if (listed.length === 0) throw new UsageError(`${path} lists no erasure`);
  const { erasures, subjects } = await reapplyErasures(parts, listed, userName(values.by));
  await writeErasureList(settings.DATA_DIR, await listErasures(store.db));
  print(`${erasures} of ${listed.length} erasures were not known here. Addresses that were still held, and are erased again: ${subjects}.`);
  return 0;
}

async function showLog(json: boolean, { store, print }: CommandContext): Promise<number> {
  const rows = await listPrivacyLog(store.db);
  const entries = rows.map(({ at, action, actor, counts }) => ({
    at: new Date(at).toISOString(),
    action,
    actor,
    counts: jsonObject(counts) as Record<string, number>,
  }));
  if (json) print(JSON.stringify(entries, null, 2));
  else if (entries.length === 0) print('Nothing was done yet.');
  else {
    const lines = entries.map(({ at, action, actor, counts }) => [at, action, actor, shortCounts(counts)]);
    print(textTable([['AT', 'ACTION', 'BY', 'COUNTS'], ...lines]));
  }
  return 0;
}

function countTable(counts: Readonly<Record<string, number>>): string {
  return textTable(Object.entries(counts).map(([name, count]) => [String(count).padStart(7), heldWords[name] ?? name]));
}

function shortCounts(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0 ? 'nothing' : some.map(([name, count]) => `${count} ${name}`).join(', ');
}

function refuseExisting(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EEXIST') throw error;
  throw new UsageError(`${error.path ?? 'The file'} is there already: name another`);
}

export type PickedSubject = { subject: Subject; spellings: readonly string[] };

/**
 * Finds out whose data a command is about. When the mailbox has other spellings, asks whether they are the same person.
 * @param spelling the answer, 'this' or 'all', when it was given already
 * @returns undefined when the question was not answered
 */
export async function pickSubject(
  address: string,
  spelling: string | undefined,
  { store, print, ask, warn }: CommandContext,
): Promise<PickedSubject | undefined> {
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError(`'${address}' is no e-mail address`);
  if (spelling !== undefined && spelling !== 'this' && spelling !== 'all') throw new UsageError('--spelling is this or all');
  const found = await findSpellings(store.db, address);
  const isGiven = (other: string) => exactKey(other) === exactKey(address);
  const given = [...new Set([address, ...[...found.keys()].filter(isGiven)])];
  const others = [...found].filter(([other]) => !isGiven(other));
  const all = { subject: subjectOf(address, 'mailbox'), spellings: [...given, ...others.map(([other]) => other)] };
  if (others.length === 0) return all;
  print(`The mailbox is also written as ${others.map(([other, requests]) => `${other} (${requests} requests)`).join(', ')}.`);
  const wanted = spelling ?? (await ask('Are these the same person? Type all to mean every one of them, this for the address as given:'));
  if (wanted === 'all') return all;
  if (wanted === 'this') return { subject: subjectOf(address, 'address'), spellings: given };
  if (wanted === undefined) throw new UsageError('Nobody can be asked here which addresses are meant: --spelling this, or --spelling all');
  warn('Nothing was done.');
  return undefined;
}
