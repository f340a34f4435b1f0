import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../../cli/command.ts';
import type { Files } from '../../store/files/files.ts';
import type { NewLead } from '../lead-repository.ts';
import { hasRealLeads, removeSampleLeads, storeSampleLeads, type FileFor } from './store-samples.ts';

const MOST = 1_000_000;
const DAY = 24 * 3_600_000;

const help = `Fills an empty store with leads of people who do not exist, to try the desk with.

Usage: npm run desk -- sample N [--seed S]   N leads [5000] of the last year, the same for the same seed [1]
       npm run desk -- sample --remove       removes them again, and nothing else

Applications among them have a CV. Nothing is mailed for any. A store in which there are real leads is refused.`;

type StoreSampleFile = (files: Files, lead: NewLead) => ReturnType<FileFor>;

/** @param storeFile of the slice whose leads come with files */
export function createDeskCommand(storeFile: StoreSampleFile): Command {
  return { help, run: (args, context) => run(args, context, storeFile) };
}

const options = { remove: { type: 'boolean' }, seed: { type: 'string' } } as const;

async function run(args: readonly string[], context: CommandContext, storeFile: StoreSampleFile): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action, count, ...rest] = positionals;
  if (action !== 'sample') throw new UsageError(action === undefined ? 'What is to be done?' : `There is no action '${action}'`);
  if (rest.length > 0 || (values.remove && count !== undefined)) throw new UsageError(`'${rest[0] ?? count}' is too much`);
  if (values.remove) return remove(context);
  const seed = whole(values.seed ?? '1', '--seed');
  return fill(context, { count: whole(count ?? '5000', 'N'), seed, fileFor: (lead) => storeFile(context.files, lead) });
}

async function fill(
  { store, settings, now, print, warn }: CommandContext,
  { count, ...making }: { count: number; seed: number; fileFor: FileFor },
): Promise<number> {
  if (await hasRealLeads(store)) {
    warn(
      'There are real leads in this store: samples among them would be taken for people. Name an empty one by DATABASE_URL or DATA_DIR.',
    );
    return 1;
  }
  const until = now();
  const onBatch = progress(count, 'stored', print);
  const since = until - 365 * DAY;
  await storeSampleLeads(store, count, { ...making, since, until, owners: [], zone: settings.TIME_ZONE, onBatch });
  return 0;
}

async function remove({ store, files, now, print }: CommandContext): Promise<number> {
  const { n } = await store.db
    .selectFrom('leads')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sample', '=', 1)
    .executeTakeFirstOrThrow();
  await removeSampleLeads(store, { files, now, onBatch: progress(n, 'removed', print) });
  if (n === 0) print('There is no sample.');
  return 0;
}

/** A line for each tenth. */
function progress(all: number, what: string, print: (text: string) => void): (done: number) => void {
  let told = 0;
  return (done) => {
    const tenths = Math.floor((10 * done) / all);
    if (tenths === told) return;
    told = tenths;
    print(`${done} of ${all} samples ${what}`);
  };
}

function whole(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > MOST) throw new UsageError(`${name} is a whole number from 1 to ${MOST}`);
  return Number(text);
}
