import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sizeWords } from '../../../contract/figures/format.ts';
import * as calls from '../../../contract/calls/desk/paper-calls.ts';
import { runAction, UsageError, type Command, type Declared } from '../../cli/command.ts';
import { printRows, textTable } from '../../cli/text-table.ts';
import { listPaperDrafts, publishPaperDraft, savePaperDraft, type PaperRefusal } from '../papers/paper-drafts.ts';
import {
  addPaper,
  findPaper,
  imageType,
  paperId,
  isPdf,
  listPapers,
  paperLimits,
  type NewPaper,
  type StoredPaper,
} from '../papers/papers.ts';
import { lockPaper, removablePaper } from '../removals/paper-removals.ts';
import { commandActor, type ActedContext, type CommandActions, type CommandActor } from './command-actor.ts';
import { removeByCommand, removeSamplePaper, tellRemoval } from './remove-by-command.ts';

const help = `Keeps the research papers of the insights page.

Usage: npm run papers -- [list] [--json]
       npm run papers -- add FILE.pdf --descr TEXT --by NAME [--image COVER] [--name NAME] [--id ID] [--first] [--replace]
       npm run papers -- publish ID --by NAME    with FOUR_EYES: what somebody else added
       npm run papers -- remove ID --by NAME [--reason REASON | --keep]
                                                 for good. With FOUR_EYES one person asks, the command of another one does it,
                                                 and --keep drops what was asked for
       npm run papers -- remove --sample --by NAME

  --name     what visitors read [the file's name]; .pdf is added
  --descr    a sentence or two about it
  --image    its picture: PNG, JPEG, WebP or AVIF, at least 440 pixels wide
  --id       its place in addresses [from the name]
  --first    puts it before all others: the first one is shown large
  --replace  in the place of the paper with this id, which is gone for good; without it what would be lost is shown, and nothing done
  --by       who does it: the work address or the name of an account of the desk, else any name. It stands in the record of actions;
             with FOUR_EYES another one publishes than added, here or on the desk

Example: npm run papers -- add outlook.pdf --name "Outlook 2025" --descr "What we expect of rates." --image outlook.png --first --by ada@example.com`;

export function createPapersCommand(actions: CommandActions): Command {
  return { help, run: (args, context) => runAction(declared, args, { ...context, actions }) };
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  name: text,
  descr: text,
  image: text,
  id: text,
  by: text,
  reason: text,
  first: flag,
  replace: flag,
  sample: flag,
  keep: flag,
  json: flag,
} as const;

const declared: Declared<typeof options, ActedContext> = {
  options,
  actions: {
    list: {
      options: ['json'],
      run: async ({ store, print }, { json }) =>
        printRows(print, await listPapers(store.db), {
          columns: [
            ['ID', ({ id }) => id],
            ['NAME', ({ name }) => name],
            ['SIZE', ({ size }) => sizeWords(size)],
            ['', ({ img }) => (img === null ? 'no picture' : '')],
            ['', ({ sample }) => (sample ? 'sample' : '')],
          ],
          none: 'There is no paper. npm run papers -- add FILE.pdf --descr TEXT',
          json,
        }),
    },
    add: {
      takes: ['a file'],
      options: ['name', 'descr', 'image', 'id', 'first', 'replace', 'by'],
      run: (context, values, path = '') => add(path, values, context),
    },
    publish: { takes: ['an id'], options: ['by'], run: publish },
    remove: { takes: ['an id?'], options: ['sample', 'by', 'reason', 'keep'], run: remove },
  },
};

type Values = { name?: string; descr?: string; image?: string; id?: string; by?: string; first?: boolean; replace?: boolean };

async function add(path: string, values: Values, context: ActedContext): Promise<number> {
  const { store, print } = context;
  const by = await commandActor(context, values.by);
  const name = (values.name ?? basename(path)).replace(/\.pdf$/i, '').trim();
  const id = values.id ?? paperId(name);
  if (!/^[a-z0-9][a-z0-9-]{0,56}$/.test(id)) throw new UsageError(`'${id}' is not an id: up to 57 of a to z, 0 to 9 and -`);
  if (name === '' || name.length > 120) throw new UsageError('--name is 1 to 120 characters');
  if (values.descr === undefined || values.descr.trim() === '' || values.descr.length > 600)
    throw new UsageError('--descr is 1 to 600 characters');
  const pdf = await read(path, paperLimits.pdf);
  if (!isPdf(pdf)) throw new UsageError(`'${path}' is not a PDF`);
  const image = values.image === undefined ? undefined : await read(values.image, paperLimits.image);
  if (image !== undefined && imageType(image) === undefined) throw new UsageError(`'${values.image}' is not a PNG, JPEG, WebP or AVIF`);
  const paper = { id, name: `${name}.pdf`, descr: values.descr.trim(), pdf, image, first: values.first === true, at: by.at };
  if (by.fourEyes) return addDraft(context, paper, by);
  const subject = { kind: 'paper', id };
  // Checked in the same transaction: another operator may have added it meanwhile.
  const former = await store.begin(async (tx) => {
    const there = await findPaper(tx, id);
    if (there !== undefined && values.replace !== true) return there;
    await addPaper(tx, { ...paper, sample: false, draftedBy: by.account, publishedBy: by.account });
    await by.record(tx, calls.publishPaper, { subject });
    return there;
  });
  if (former === undefined || values.replace === true) {
    print(`${id}: on the insights page${former === undefined ? '' : ', in the place of the one before'}.`);
    return 0;
  }
  print(`${lossText(former, paper)}\nNothing was changed. To replace it: the same with --replace. To have both: --id with another id.`);
  return 1;
}

function lossText(former: StoredPaper, next: Pick<NewPaper, 'name' | 'descr' | 'pdf' | 'image'>): string {
  const size = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;
  const changed = [
    ['name', former.name, next.name],
    ['description', former.descr, next.descr],
    ['PDF', size(former.size), size(next.pdf.length)],
    ...(former.date === undefined ? [] : [['date', former.date, 'none']]),
    ['picture', former.img === null ? 'none' : 'one', next.image === undefined ? 'none' : 'one'],
  ];
  const mark = former.sample ? ', sample data' : '';
  return [
    `There is a paper ${former.id} already, of ${new Date(former.addedAt).toISOString().slice(0, 10)}${mark}. It would be gone for good:`,
    textTable([['', 'NOW', 'WOULD BE'], ...changed]),
  ].join('\n');
}

/** With four eyes a paper that is added waits for somebody else. */
async function addDraft({ store, print }: ActedContext, paper: Omit<NewPaper, 'sample'>, by: CommandActor): Promise<number> {
  const { id } = paper;
  await store.begin(async (tx) => {
    await savePaperDraft(tx, { ...paper, date: undefined, portfolios: [], draftedBy: by.account });
    await by.record(tx, calls.draftPaper, { subject: { kind: 'paper', id } });
  });
  print(`${id}: a draft. Somebody else publishes it (FOUR_EYES), on the desk or by npm run papers -- publish ${id} --by NAME`);
  return 0;
}

async function publish(context: ActedContext, values: { by?: string }, id = ''): Promise<number> {
  const { store, print, warn } = context;
  const by = await commandActor(context, values.by);
  const refusal = await store.begin(async (tx) => {
    const found = (await listPaperDrafts(tx)).find((one) => one.paper_id === id);
    if (found === undefined) return 'missing' as const;
    const refused = await publishPaperDraft(tx, { id, draft: found.draft, at: by.at }, by);
    const outcome = refused === 'own draft' && { detail: { outcome: refused } };
    if (refused === undefined || outcome) await by.record(tx, calls.publishPaper, { subject: { kind: 'paper', id }, ...outcome });
    return refused;
  });
  if (refusal === undefined) print(`${id}: on the insights page.`);
  else warn(`Not published: ${refusals[refusal]}`);
  return refusal === undefined ? 0 : 1;
}

const refusals: Readonly<Record<PaperRefusal, string>> = {
  missing: 'there is no draft of it',
  stale: 'the paper was changed since: add it again',
  'own draft': 'whoever added it does not publish it (FOUR_EYES)',
};

type Removed = { sample?: boolean; by?: string; reason?: string; keep?: boolean };

async function remove(context: ActedContext, { sample, by: name, reason, keep }: Removed, id?: string): Promise<number> {
  if (id === undefined && sample !== true) throw new UsageError("'remove' needs an id");
  const by = await commandActor(context, name);
  if (id === undefined) return removeSamples(context, by);
  const outcome = await context.store.begin(async (tx) => {
    await lockPaper(tx, id);
    const paper = await findPaper(tx, id);
    if (paper === undefined) throw new UsageError(`There is no paper ${id}`);
    const done = { subject: { kind: 'paper', id } };
    return removeByCommand(tx, by, { of: removablePaper(tx, paper), call: calls.withdrawPaper, done, reason, keep });
  });
  return tellRemoval(context, id, outcome, 'It is gone for good.');
}

async function removeSamples({ store, print }: ActedContext, by: CommandActor): Promise<number> {
  const samples = (await listPapers(store.db)).filter((paper) => paper.sample);
  await store.begin(async (tx) => {
    for (const { id } of samples) await removeSamplePaper(tx, id, by);
  });
  print(samples.length === 0 ? 'There is no sample paper.' : `Removed: ${samples.map(({ id }) => id).join(', ')}`);
  return 0;
}

async function read(path: string, limit: number): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
  if (bytes.length > limit) throw new UsageError(`'${path}' is larger than ${limit / 1024 / 1024} MB`);
  return bytes;
}
