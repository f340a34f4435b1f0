import { parseArgs } from 'node:util';
import { elementAt, present } from '../../../contract/checked.ts';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { UsageError, type Command, type CommandContext } from '../../cli/command.ts';
import { textTable } from '../../cli/text-table.ts';
import { detailOf } from '../figures/portfolio-detail.ts';
import { appendFile, discardDraft, importFile, publish, revert, showDrafts } from './draft-commands.ts';
import { noteKeys, writeFile } from '../import/record-file.ts';
import { portfolioOptions, wholeNumber, type PortfolioOptions } from './portfolio-options.ts';
import { portfoliosHelp } from './portfolios-help.ts';
import { findVersion, listPortfolios, listVersions, readStoredRecord, removePortfolio, type Version } from '../records/records.ts';
import { removeSamples } from './samples-command.ts';
import { detailTable } from '../figures/detail-table.ts';

export const portfoliosCommand: Command = { help: portfoliosHelp, run };

type Action = {
  /** Its arguments as the help names them; a last one that ends with ? is optional. */
  takes: readonly string[];
  options: readonly (keyof PortfolioOptions)[];
  run: (given: readonly string[], values: PortfolioOptions, context: CommandContext) => Promise<number>;
};

const consent = ['restate', 'confirm'] as const;

const actions: Readonly<Record<string, Action>> = {
  list: { takes: [], options: ['json'], run: (_, values, context) => list(values, context) },
  import: {
    takes: ['a file'],
    options: [...noteKeys, 'restate', 'publish', 'json'],
    run: ([file], values, context) => importFile(present(file), values, context),
  },
  append: {
    takes: ['a file'],
    options: ['id', 'kind', 'closed', 'rebase', 'publish', 'json'],
    run: ([file], values, context) => appendFile(present(file), values, context),
  },
  drafts: {
    takes: ['an id?', 'the number of a draft?'],
    options: ['json'],
    run: ([id, draft], values, context) => showDrafts(id, number(draft, 'draft'), values, context),
  },
  publish: {
    takes: ['an id', 'the number of a draft?'],
    options: [...consent, 'json'],
    run: ([id, draft], values, context) => publish(present(id), number(draft, 'draft'), values, context),
  },
  discard: {
    takes: ['an id', 'the number of a draft?'],
    options: [],
    run: ([id, draft], _, context) => discardDraft(present(id), number(draft, 'draft'), context),
  },
  versions: { takes: ['an id'], options: ['json'], run: ([id], values, context) => versions(present(id), values, context) },
  revert: {
    takes: ['an id', 'the number of a version'],
    options: ['restate', 'json'],
    run: ([id, version], values, context) => revert(present(id), present(number(version, 'version')), values, context),
  },
  show: { takes: ['an id'], options: ['date', 'known', 'json', 'csv'], run: ([id], values, context) => show(present(id), values, context) },
  remove: { takes: ['an id'], options: [], run: ([id], _, context) => remove(present(id), context) },
  samples: { takes: ["'remove'"], options: ['yes'], run: ([action], values, context) => removeSamples(present(action), values, context) },
};

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: portfolioOptions });
  const [name = 'list', ...given] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw new UsageError(`There is no action '${name}'`);
  const { takes, options } = action;
  if (given.length > takes.length) throw new UsageError(`'${given[takes.length]}' is too much`);
  const missing = takes[given.length];
  if (missing !== undefined && !missing.endsWith('?')) throw new UsageError(`'${name}' needs ${missing}`);
  const stray = (Object.keys(values) as (keyof PortfolioOptions)[]).find((key) => !options.includes(key));
  if (stray !== undefined) throw new UsageError(`'${name}' does not take --${stray}`);
  return action.run(given, values, context);
}

function number(text: string | undefined, what: string): number | undefined {
  return text === undefined ? undefined : wholeNumber(text, `the ${what}`);
}

async function list(values: PortfolioOptions, { store, print }: CommandContext): Promise<number> {
  const portfolios = await listPortfolios(store.db);
  const rows = portfolios.map((one) => ({ ...one.about, ...facts(one) }));
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print('There is no portfolio. npm run portfolios -- import FILE.csv');
  else {
    const head = ['ID', 'GROUP', 'NAME', 'FROM', 'TO', 'VALUES', 'VERSION', ''];
    const cells = rows.map((row) => [row.id, row.group, row.name, row.from, row.to, row.frequency, String(row.version)]);
    print(textTable([head, ...cells.map((line, index) => [...line, elementAt(rows, index).sample ? 'sample' : ''])]));
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

async function versions(id: string, values: PortfolioOptions, { store, print }: CommandContext): Promise<number> {
  const all = await listVersions(store.db, id);
  if (all.length === 0) throw new UsageError(`There is no portfolio ${id}`);
  const rows = all.map((one) => ({
    ...facts(one),
    source: one.origin?.source ?? null,
    reason: one.origin?.reason ?? null,
    changes: one.origin?.changes ?? null,
  }));
  if (values.json) print(JSON.stringify(rows, null, 2));
  else {
    print(versionTable(all));
    if (elementAt(all, 0).removedAt !== undefined) print('The portfolio is off the site.');
  }
  return 0;
}

function versionTable(all: readonly Version[]): string {
  const rows = all.map((one) => {
    const { recordedAt, from, to } = facts(one);
    const { added, lost, restated, confirmed } = one.origin?.changes ?? {};
    const counts = one.origin === undefined ? '' : `+${added} −${lost} ~${restated}${confirmed ? `, ${confirmed} confirmed` : ''}`;
    return [
      String(one.version),
      recordedAt,
      `${from} to ${to}`,
      counts,
      one.sample ? 'sample' : (one.origin?.source ?? ''),
      one.origin?.reason ?? '',
    ];
  });
  return textTable([['VERSION', 'PUBLISHED', 'DAYS', '+ADDED −LOST ~RESTATED', 'FROM', 'REASON'], ...rows]);
}

async function show(id: string, values: PortfolioOptions, { store, settings, print }: CommandContext): Promise<number> {
  const known = values.known === undefined ? undefined : time(values.known);
  const found = await findVersion(store.db, id, known);
  if (found === undefined) throw new UsageError(`There is no portfolio ${id}${known === undefined ? '' : ' at that time'}`);
  const record = await readStoredRecord(store.db, found);
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
  print(`\nVersions\n${versionTable(await listVersions(store.db, id))}`);
  return 0;
}

async function remove(id: string, { store, print, now }: CommandContext): Promise<number> {
  if (!(await removePortfolio(store.db, id, now()))) throw new UsageError(`There is no portfolio ${id}`);
  print(`Off the site: ${id}. The versions are kept; importing and publishing one again brings it back.`);
  return 0;
}

function time(text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError('--known is a day (2024-05-01) or a time (2024-05-01T09:30Z)');
  return at;
}
