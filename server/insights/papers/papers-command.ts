import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sizeWords } from '../../../contract/size-words.ts';
import { runAction, UsageError, type Command, type CommandContext, type Declared } from '../../cli/command.ts';
import { printRows, textTable } from '../../cli/text-table.ts';
import { addPaper, imageType, paperId, isPdf, listPapers, paperLimits, removePaper, type NewPaper, type StoredPaper } from './papers.ts';

const help = `Keeps the research papers of the insights page.

Usage: npm run papers -- [list] [--json]
       npm run papers -- add FILE.pdf --descr TEXT [--image COVER] [--name NAME] [--id ID] [--first] [--replace]
       npm run papers -- remove ID
       npm run papers -- remove --sample

  --name     what visitors read [the file's name]; .pdf is added
  --descr    a sentence or two about it
  --image    its picture: PNG, JPEG, WebP or AVIF, at least 440 pixels wide
  --id       its place in addresses [from the name]
  --first    puts it before all others: the first one is shown large
  --replace  in the place of the paper with this id, which is gone for good; without it what would be lost is shown, and nothing done

Example: npm run papers -- add outlook.pdf --name "Outlook 2025" --descr "What we expect of rates." --image outlook.png --first`;

export const papersCommand: Command = { help, run: (args, context) => runAction(declared, args, context) };

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = { name: text, descr: text, image: text, id: text, first: flag, replace: flag, sample: flag, json: flag } as const;

const declared: Declared<typeof options, CommandContext> = {
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
      options: ['name', 'descr', 'image', 'id', 'first', 'replace'],
      run: (context, values, path = '') => add(path, values, context),
    },
    remove: { takes: ['an id?'], options: ['sample'], run: (context, { sample }, id) => remove(id, sample === true, context) },
  },
};

type Values = { name?: string; descr?: string; image?: string; id?: string; first?: boolean; replace?: boolean };

async function add(path: string, values: Values, { store, now, print }: CommandContext): Promise<number> {
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
  const paper: NewPaper = {
    id,
    name: `${name}.pdf`,
    descr: values.descr.trim(),
    pdf,
    image,
    first: values.first === true,
    sample: false,
    at: now(),
  };
  // Checked in the same transaction: another operator may have added it meanwhile.
  const former = await store.begin(async (tx) => {
    const there = (await listPapers(tx)).find((one) => one.id === id);
    if (there === undefined || values.replace === true) await addPaper(tx, paper);
    return there;
  });
  if (former === undefined || values.replace === true) {
    print(`${id}: on the insights page${former === undefined ? '' : ', in the place of the one before'}.`);
    return 0;
  }
  print(`${lossText(former, paper)}\nNothing was changed. To replace it: the same with --replace. To have both: --id with another id.`);
  return 1;
}

function lossText(former: StoredPaper, next: NewPaper): string {
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

async function remove(id: string | undefined, samples: boolean, { store, print }: CommandContext): Promise<void> {
  if (id === undefined && !samples) throw new UsageError("'remove' needs an id");
  const ids = id === undefined ? (await listPapers(store.db)).filter((paper) => paper.sample).map((paper) => paper.id) : [id];
  const removed: string[] = [];
  for (const one of ids) if (await removePaper(store.db, one)) removed.push(one);
  if (id !== undefined && removed.length === 0) throw new UsageError(`There is no paper ${id}`);
  print(removed.length === 0 ? 'There is no sample paper.' : `Removed: ${removed.join(', ')}`);
}

async function read(path: string, limit: number): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
  if (bytes.length > limit) throw new UsageError(`'${path}' is larger than ${limit / 1024 / 1024} MB`);
  return bytes;
}
