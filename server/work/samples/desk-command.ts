import { runAction, UsageError, wholeNumber, type Command, type CommandContext, type Declared } from '../../cli/command.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Files } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';
import type { NewLead } from '../../leads/lead-repository.ts';
import { hasRealLeads, removeSampleLeads, storeSampleLeads, type FileFor } from './store-samples.ts';

const MAX_SAMPLES = 1_000_000;
const DAY = 24 * 3_600_000;

const help = `Fills an empty store with leads of people who do not exist, to try the desk with.

Usage: npm run desk -- sample N [--seed S]   N leads [5000] of the last year, half of them of its last month; the same for the same seed [1]
       npm run desk -- sample --remove       removes them again, and nothing else

Applications among them have a CV, and some who asked for a demo have booked a meeting. Nothing is mailed for any. A store in which there are real leads, messages or applications is refused.`;

type StoreSampleFile = (files: Files, lead: NewLead) => ReturnType<FileFor>;

/** What other slices add to samples: files and meetings. */
export type SampleParts = {
  storeFile: StoreSampleFile;
  /** @returns how many meetings were booked */
  addMeetings: (parts: { store: Store; settings: Settings; now: number }) => Promise<number>;
};

export function createDeskCommand(parts: SampleParts): Command {
  return { help, run: (args, context) => runAction(declared, args, { ...context, parts }) };
}

const options = { remove: { type: 'boolean' }, seed: { type: 'string' } } as const;

const declared: Declared<typeof options, CommandContext & { parts: SampleParts }> = {
  options,
  actions: {
    sample: {
      takes: ['a number?'],
      options: ['remove', 'seed'],
      run: async (context, { remove: removes, seed = '1' }, count) => {
        if (removes && count !== undefined) throw new UsageError(`'${count}' is too much`);
        if (removes) return remove(context);
        return fill(
          context,
          { count: wholeNumber(count ?? '5000', 'N', { most: MAX_SAMPLES }), seed: wholeNumber(seed, '--seed', { most: MAX_SAMPLES }) },
          context.parts,
        );
      },
    },
  },
};

async function fill(
  { store, settings, files, now, print, warn }: CommandContext,
  { count, seed }: { count: number; seed: number },
  { storeFile, addMeetings }: SampleParts,
): Promise<number> {
  if (await hasRealLeads(store)) {
    warn(
      'There are real leads, messages or applications in this store: samples among them would be taken for people. Name an empty one by DATABASE_URL or DATA_DIR.',
    );
    return 1;
  }
  const until = now();
  const onBatch = progress(count, 'stored', print);
  const since = until - 365 * DAY;
  const fileFor: FileFor = (lead) => storeFile(files, lead);
  await storeSampleLeads(store, count, { seed, fileFor, since, until, owners: [], zone: settings.TIME_ZONE, onBatch });
  const meetings = await addMeetings({ store, settings, now: until });
  if (meetings > 0) print(`${meetings} of them have a meeting booked`);
  return 0;
}

async function remove({ store, files, now, print }: CommandContext): Promise<void> {
  const { n } = await store.db
    .selectFrom('leads')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('sample', '=', 1)
    .executeTakeFirstOrThrow();
  await removeSampleLeads(store, { files, now, onBatch: progress(n, 'removed', print) });
  if (n === 0) print('There is no sample.');
}

/** Prints a line for each tenth that is done. */
function progress(all: number, what: string, print: (text: string) => void): (done: number) => void {
  let printed = 0;
  return (done) => {
    const tenths = Math.floor((10 * done) / all);
    if (tenths === printed) return;
    printed = tenths;
    print(`${done} of ${all} samples ${what}`);
  };
}
