import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf, isoOf } from '../../contract/figures/days.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/table.ts';
import { detailOf } from './detail.ts';
import { idOfFile, noteKeys, readFile as readRecordFile, writeFile, type Notes } from './import/file.ts';
import { findVersion, listPortfolios, listVersions, readRecord, removePortfolio, saveRecord, type Version } from './records.ts';
import { detailTable } from './show.ts';

const help = `Keeps the portfolios and their track records.

Usage: npm run portfolios -- [list] [--json]
       npm run portfolios -- import FILE.csv [--id ID] [--group website|cognitive] [what else is said of it]
       npm run portfolios -- show ID [--date DAY] [--known TIME] [--json | --csv]
       npm run portfolios -- remove ID
       npm run portfolios -- remove --sample        takes all sample portfolios off the site

The file: a head, then one line a day, ascending.
  date,portfolio,Euro Bonds,World Equity
  2023-12-29,100,100,100
  2024-01-02,100.21,99.95,100.4
Column two is the portfolio, net of fees; the next two are its benchmarks (one, two or none), whose names are the head's. A benchmark
may begin later, with empty cells before. The first day is the base. Values are daily (every Monday to Friday but holidays of the euro
area, the United Kingdom and the United States), monthly (the end of every month), or of every calendar day.
It is imported as a whole, or refused with every fault by line and column. The same id once more makes a new version.

What is said of it, here or in the file's first lines as '# name: Global Balanced':
  --id --group --name --short-name --sub-name --description --benchmark --benchmark2
  --kind returns          the columns are returns, as fractions (0.0123) or percent with their sign (1.23%)
  --closed DAY,DAY        further days without a value

  --date  2024-03-31      figures as of this day; nothing after it is used
  --known 2024-05-01      the version that was the latest at this day or time (UTC)`;

/** `npm run portfolios`: track records in, figures out. */
export const portfoliosCommand: Command = { help, run };

const options = {
  ...(Object.fromEntries(noteKeys.map((key) => [key, { type: 'string' }])) as Record<(typeof noteKeys)[number], { type: 'string' }>),
  date: { type: 'string' },
  known: { type: 'string' },
  sample: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
} as const;

type Values = Notes & { date?: string; known?: string; sample?: boolean; json?: boolean; csv?: boolean };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', what, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'list' && what === undefined) return list(values, context);
  if (action === 'import' && what !== undefined) return importFile(what, values, context);
  if (action === 'show' && what !== undefined) return show(what, values, context);
  if (action === 'remove' && (what !== undefined || values.sample === true)) return remove(what, context);
  throw new UsageError(
    ['import', 'show', 'remove'].includes(action)
      ? `'${action}' needs ${action === 'import' ? 'a file' : 'an id'}`
      : `There is no action '${action}'`,
  );
}

async function list(values: Values, { store, print }: CommandContext): Promise<number> {
  const portfolios = await listPortfolios(store.db);
  const rows = portfolios.map((one) => ({ ...one.about, ...facts(one) }));
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print('There is no portfolio. npm run portfolios -- import FILE.csv');
  else {
    const head = ['ID', 'GROUP', 'NAME', 'FROM', 'TO', 'VALUES', 'VERSION', ''];
    print(
      textTable([
        head,
        ...rows.map((row) => [
          row.id,
          row.group,
          row.name,
          row.from,
          row.to,
          row.frequency,
          String(row.version),
          row.sample ? 'sample' : '',
        ]),
      ]),
    );
  }
  return 0;
}

function facts({ id, group, sample, version, recordedAt, frequency, firstDay, lastDay }: Version) {
  return {
    id,
    group,
    sample,
    version,
    recordedAt: new Date(recordedAt).toISOString(),
    frequency,
    from: isoOf(firstDay),
    to: isoOf(lastDay),
  };
}

async function importFile(path: string, values: Values, { store, now, print }: CommandContext): Promise<number> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
  const at = now();
  const id = idOfFile(text, basename(path), values);
  const previous = await findVersion(store.db, id);
  const reading = readRecordFile(text, id, values, { previous, today: Math.floor(at / 86_400_000) });
  if (!reading.ok) {
    const shown = reading.faults.slice(0, 50);
    print([`${path} is refused; nothing was stored.`, ...shown.map((fault) => `  ${fault}`)].join('\n'));
    if (shown.length < reading.faults.length) print(`  and ${reading.faults.length - shown.length} more`);
    return 1;
  }
  const { version, fresh } = await store.begin((tx) => saveRecord(tx, { ...reading.imported, sample: false, at }));
  const { days, frequency } = reading.imported.record;
  const spanned = `${days.length} ${frequency} values from ${isoOf(days[0]!)} to ${isoOf(days[days.length - 1]!)}`;
  print(fresh ? `${id}: ${spanned}, stored as version ${version}.` : `${id}: the same as version ${version}; nothing to store.`);
  return 0;
}

async function show(id: string, values: Values, { store, settings, print }: CommandContext): Promise<number> {
  const known = values.known === undefined ? undefined : time(values.known);
  const found = await findVersion(store.db, id, known);
  if (found === undefined) throw new UsageError(`There is no portfolio ${id}${known === undefined ? '' : ' at that time'}`);
  const record = await readRecord(store.db, found);
  if (values.csv) {
    print(writeFile({ ...found, record }).trimEnd());
    return 0;
  }
  const day = values.date === undefined ? found.lastDay : dayOf(values.date);
  if (day === undefined) throw new UsageError('--date is a day: 2024-12-31');
  const detail = detailOf({ ...found, record }, day, { riskFree: settings.RISK_FREE_RATE, analytics: true });
  if (detail === undefined) throw new UsageError(`The record of ${id} begins on ${isoOf(found.firstDay)}`);
  if (values.json) {
    print(JSON.stringify(detail, null, 2));
    return 0;
  }
  print(detailTable(detail));
  print('\nVersions');
  const versions = await listVersions(store.db, id);
  print(textTable(versions.map((one) => facts(one)).map((one) => [String(one.version), one.recordedAt, `${one.from} to ${one.to}`])));
  return 0;
}

async function remove(id: string | undefined, { store, now, print }: CommandContext): Promise<number> {
  const ids = id === undefined ? (await listPortfolios(store.db)).filter((one) => one.sample).map((one) => one.id) : [id];
  const removed = await store.begin(async (tx) => {
    const done: string[] = [];
    for (const one of ids) if (await removePortfolio(tx, one, now())) done.push(one);
    return done;
  });
  if (id !== undefined && removed.length === 0) throw new UsageError(`There is no portfolio ${id}`);
  print(
    removed.length === 0
      ? 'There is no sample portfolio.'
      : `Off the site: ${removed.join(', ')}. The versions are kept; importing one again brings it back.`,
  );
  return 0;
}

function time(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError('--known is a day (2024-05-01) or a time (2024-05-01T09:30Z)');
  return at;
}
