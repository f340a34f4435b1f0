import { removeFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { elementAt } from '../../../contract/checked.ts';
import { disclosureNoteKeys } from '../../../contract/figures/disclosure.ts';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { runAction, timeOption, UsageError, type Command, type CommandContext, type Declared } from '../../cli/command.ts';
import { printRows, tableRows, textTable, type Columns } from '../../cli/text-table.ts';
import { detailOf, detailTable } from '../figures/portfolio-detail.ts';
import { noteKeys } from '../import/record-file.ts';
import { writeFile } from '../import/write-record.ts';
import { listPapers } from '../papers/papers.ts';
import { findVersion, listPortfolios, listVersions, readStoredRecord, type Version } from '../records/records.ts';
import { lockPortfolio, removablePortfolio, removePortfolio } from '../removals/portfolio-removals.ts';
import { commandActor, type ActedContext, type CommandActions } from './command-actor.ts';
import { appendFile, discardDraft, importFile, publish, revert, showDrafts } from './draft-commands.ts';
import { removeByCommand, removeSamplePaper, tellRemoval } from './remove-by-command.ts';
import { reporting } from './reporting-command.ts';
import { portfolioOptions, type PortfolioOptions, portfoliosHelp } from './portfolio-options.ts';

export function createPortfoliosCommand(actions: CommandActions): Command {
  return { help: portfoliosHelp, run: (args, context) => runAction(declared, args, { ...context, actions }) };
}

/** Notes that may be given for a file that continues a record. */
const appendKeys = ['id', 'kind', 'closed', 'dates', ...disclosureNoteKeys] as const;

const declared: Declared<typeof portfolioOptions, ActedContext> = {
  options: portfolioOptions,
  actions: {
    list: { options: ['json'], run: list },
    import: { takes: ['a file'], options: [...noteKeys, 'sheet', 'restate', 'publish', 'by', 'json'], run: importFile },
    append: { takes: ['a file'], options: [...appendKeys, 'sheet', 'rebase', 'publish', 'by', 'json'], run: appendFile },
    drafts: { takes: ['an id?', 'the number of a draft?'], options: ['json'], run: showDrafts },
    publish: { takes: ['an id', 'the number of a draft?'], options: ['restate', 'confirm', 'by', 'json'], run: publish },
    discard: { takes: ['an id', 'the number of a draft?'], options: ['by'], run: discardDraft },
    versions: { takes: ['an id'], options: ['json'], run: versions },
    revert: { takes: ['an id', 'the number of a version'], options: ['restate', 'by', 'json'], run: revert },
    show: { takes: ['an id'], options: ['date', 'known', 'json', 'csv'], run: show },
    remove: { takes: ['an id'], options: ['by', 'reason', 'keep'], run: remove },
    samples: { takes: ["'remove'"], options: ['yes', 'by'], run: removeSamples },
    date: { takes: ["'propose', 'publish' or 'discard'?", 'a day?'], options: ['by', 'confirm', 'json'], run: reporting },
  },
};

async function list({ store, print }: CommandContext, { json }: PortfolioOptions): Promise<void> {
  const portfolios = await listPortfolios(store.db);
  printRows(
    print,
    portfolios.map((one) => ({ ...one.about, ...facts(one) })),
    {
      columns: [
        ['ID', ({ id }) => id],
        ['GROUP', ({ group }) => group],
        ['NAME', ({ name }) => name],
        ['FROM', ({ from }) => from],
        ['TO', ({ to }) => to],
        ['VALUES', ({ frequency }) => frequency],
        ['VERSION', ({ version }) => version],
        ['', ({ sample }) => (sample ? 'sample' : '')],
      ],
      none: 'There is no portfolio. npm run portfolios -- import FILE',
      json,
    },
  );
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

async function versions({ store, print }: CommandContext, { json }: PortfolioOptions, id = ''): Promise<void> {
  const all = await listVersions(store.db, id);
  if (all.length === 0) throw new UsageError(`There is no portfolio ${id}`);
  const rows = all.map((one) => ({
    ...facts(one),
    source: one.origin?.source ?? null,
    reason: one.origin?.reason ?? null,
    changes: one.origin?.changes ?? null,
  }));
  if (json) return print(JSON.stringify(rows, null, 2));
  print(versionTable(all));
  if (elementAt(all, 0).removedAt !== undefined) print('The portfolio is off the site.');
}

function versionTable(all: readonly Version[]): string {
  return textTable(tableRows(versionColumns, all));
}

const versionColumns: Columns<Version> = [
  ['VERSION', ({ version }) => version],
  ['PUBLISHED', (one) => facts(one).recordedAt],
  ['DAYS', ({ firstDay, lastDay }) => `${isoOf(firstDay)} to ${isoOf(lastDay)}`],
  ['+ADDED −LOST ~RESTATED', ({ origin }) => (origin === undefined ? '' : countsOf(origin.changes))],
  ['FROM', ({ sample, origin }) => (sample ? 'sample' : (origin?.source ?? ''))],
  ['REASON', ({ origin }) => origin?.reason ?? ''],
];

function countsOf({ added, lost, restated, confirmed }: NonNullable<Version['origin']>['changes']): string {
  return `+${added} −${lost} ~${restated}${confirmed ? `, ${confirmed} confirmed` : ''}`;
}

async function show({ store, settings, print }: CommandContext, values: PortfolioOptions, id = ''): Promise<void> {
  const known = values.known === undefined ? undefined : timeOption('--known', values.known);
  const found = await findVersion(store.db, id, known);
  if (found === undefined) throw new UsageError(`There is no portfolio ${id}${known === undefined ? '' : ' at that time'}`);
  const record = await readStoredRecord(store.db, found);
  if (values.csv) return print(writeFile({ ...found, record }).trimEnd());
  const day = values.date === undefined ? found.lastDay : dayOf(values.date);
  if (day === undefined) throw new UsageError('--date is a day: 2024-12-31');
  const detail = detailOf({ ...found, record }, day, { riskFree: settings.RISK_FREE_RATE, analytics: true });
  if (detail === undefined) throw new UsageError(`The record of ${id} begins on ${isoOf(found.firstDay)}`);
  if (values.json) return print(JSON.stringify(detail, null, 2));
  print(detailTable(detail));
  print(`\nVersions\n${versionTable(await listVersions(store.db, id))}`);
}

async function remove(context: ActedContext, { by, reason, keep }: PortfolioOptions, id = ''): Promise<number> {
  const actor = await commandActor(context, by);
  const outcome = await context.store.begin(async (tx) => {
    await lockPortfolio(tx, id);
    const latest = await findVersion(tx, id);
    if (latest === undefined) throw new UsageError(`There is no portfolio ${id}`);
    const done = { subject: { kind: 'portfolio', id }, detail: { version: latest.version } };
    return removeByCommand(tx, actor, { of: removablePortfolio(tx, latest), call: removeFigures, done, reason, keep });
  });
  return tellRemoval(context, id, outcome, 'The versions are kept; importing and publishing one again brings it back.');
}

/** Removes the sample portfolios and papers; a restart does not bring them back. */
async function removeSamples(context: ActedContext, { yes, by }: PortfolioOptions, action = ''): Promise<void> {
  const { store, print } = context;
  if (action !== 'remove') throw new UsageError(`'samples' knows 'remove'; '${action}' it does not`);
  const portfolios = (await listPortfolios(store.db)).filter((one) => one.sample);
  const papers = (await listPapers(store.db)).filter((one) => one.sample);
  const listed = [
    ...portfolios.map(({ id, about }) => `  portfolio ${id}: ${about.name}`),
    ...papers.map(({ id, name }) => `  paper ${id}: ${name}`),
  ];
  if (listed.length === 0) return print('There is no sample portfolio and no sample paper.');
  const hint = 'Nothing was removed. To remove all of it: npm run portfolios -- samples remove --yes --by NAME';
  if (yes !== true) return print(['Sample data on the site:', ...listed, '', hint].join('\n'));
  const actor = await commandActor(context, by);
  await store.begin(async (tx) => {
    for (const { id } of portfolios) {
      await removePortfolio(tx, id, actor.at, { account: actor.account, reason: null });
      await actor.record(tx, removeFigures, { subject: { kind: 'portfolio', id }, detail: { sample: true } });
    }
    for (const { id } of papers) await removeSamplePaper(tx, id, actor);
  });
  print(['Off the site, and no start brings it back:', ...listed].join('\n'));
}
