import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/table.ts';
import { addPaper, imageType, isPdf, listPapers, paperLimits, removePaper } from './papers.ts';

const help = `Keeps the research papers of the insights page.

Usage: npm run papers -- [list] [--json]
       npm run papers -- add FILE.pdf --descr TEXT [--image COVER] [--name NAME] [--id ID] [--first]
       npm run papers -- remove ID
       npm run papers -- remove --sample

  --name   what visitors read [the file's name]; .pdf is added
  --descr  a sentence or two about it
  --image  its picture: PNG, JPEG, WebP or AVIF, at least 440 pixels wide
  --id     its place in addresses [from the name]; an id that is there already is replaced
  --first  puts it before all others: the first one is shown large

Example: npm run papers -- add outlook.pdf --name "Outlook 2025" --descr "What we expect of rates." --image outlook.png --first`;

/** `npm run papers`: the papers that visitors may download. */
export const papersCommand: Command = { help, run };

const options = {
  name: { type: 'string' },
  descr: { type: 'string' },
  image: { type: 'string' },
  id: { type: 'string' },
  first: { type: 'boolean' },
  sample: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Values = { name?: string; descr?: string; image?: string; id?: string; first?: boolean; sample?: boolean; json?: boolean };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', what, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'list' && what === undefined) return list(values.json === true, context);
  if (action === 'add' && what !== undefined) return add(what, values, context);
  if (action === 'remove' && (what !== undefined || values.sample === true)) return remove(what, context);
  throw new UsageError(
    action === 'add' ? "'add' needs a file" : action === 'remove' ? "'remove' needs an id" : `There is no action '${action}'`,
  );
}

async function list(json: boolean, { store, print }: CommandContext): Promise<number> {
  const papers = await listPapers(store.db);
  if (json) print(JSON.stringify(papers, null, 2));
  else if (papers.length === 0) print('There is no paper. npm run papers -- add FILE.pdf --descr TEXT');
  else {
    const rows = papers.map(({ id, name, size, sample, img }) => [
      id,
      name,
      `${Math.ceil(size / 1024)} KB`,
      img === null ? 'no picture' : '',
      sample ? 'sample' : '',
    ]);
    print(textTable([['ID', 'NAME', 'SIZE', '', ''], ...rows]));
  }
  return 0;
}

async function add(path: string, values: Values, { store, now, print }: CommandContext): Promise<number> {
  const name = (values.name ?? basename(path)).replace(/\.pdf$/i, '').trim();
  const id = values.id ?? slug(name);
  if (!/^[a-z0-9][a-z0-9-]{0,56}$/.test(id)) throw new UsageError(`'${id}' is not an id: up to 57 of a to z, 0 to 9 and -`);
  if (name === '' || name.length > 120) throw new UsageError('--name is 1 to 120 characters');
  if (values.descr === undefined || values.descr.trim() === '' || values.descr.length > 600)
    throw new UsageError('--descr is 1 to 600 characters');
  const pdf = await read(path, paperLimits.pdf);
  if (!isPdf(pdf)) throw new UsageError(`'${path}' is not a PDF`);
  const image = values.image === undefined ? undefined : await read(values.image, paperLimits.image);
  if (image !== undefined && imageType(image) === undefined) throw new UsageError(`'${values.image}' is not a PNG, JPEG, WebP or AVIF`);
  const paper = { id, name: `${name}.pdf`, descr: values.descr.trim(), pdf, image, first: values.first === true, sample: false, at: now() };
  await store.begin((tx) => addPaper(tx, paper));
  print(`${id}: on the insights page.`);
  return 0;
}

async function remove(id: string | undefined, { store, print }: CommandContext): Promise<number> {
  const ids = id === undefined ? (await listPapers(store.db)).filter((paper) => paper.sample).map((paper) => paper.id) : [id];
  const removed: string[] = [];
  for (const one of ids) if (await removePaper(store.db, one)) removed.push(one);
  if (id !== undefined && removed.length === 0) throw new UsageError(`There is no paper ${id}`);
  print(removed.length === 0 ? 'There is no sample paper.' : `Removed: ${removed.join(', ')}`);
  return 0;
}

async function read(path: string, limit: number): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
  if (bytes.length > limit) throw new UsageError(`'${path}' is larger than ${limit / 1024 / 1024} MB`);
  return bytes;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 57)
    .replace(/^-|-$/g, '');
}
