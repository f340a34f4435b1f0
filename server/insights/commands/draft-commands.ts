import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Call } from '../../../contract/calls/desk/call.ts';
import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { elementAt } from '../../../contract/checked.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { UsageError, wholeNumber, type CommandContext } from '../../cli/command.ts';
import { printRows } from '../../cli/text-table.ts';
import { OLDER_WORKBOOK, workbookKind } from '../import/workbook-kind.ts';
import { closeDraft, listDrafts, type RecordDraft } from '../records/record-drafts.ts';
import { draftFromFile, type RecordFile } from '../records/draft-from-file.ts';
import { commandActor, type ActedContext, type CommandActor } from './command-actor.ts';
import { restatement, type PortfolioOptions } from './portfolio-options.ts';
import {
  findDraft,
  isOwn,
  publishDraft,
  publishedDetail,
  revertTo,
  type Drafted,
  type Published,
  type NotPublished,
  type Publisher,
} from '../records/publish.ts';
import { latestVersion } from '../records/records.ts';
import { reviewDraft, type Review } from '../records/publication-review.ts';
import { reviewJson, reviewText } from './review-text.ts';

export async function importFile(context: ActedContext, values: PortfolioOptions, path = ''): Promise<number> {
  return draftOf(path, { how: 'whole', reason: restatement(values) }, values, context);
}

export async function appendFile(context: ActedContext, values: PortfolioOptions, path = ''): Promise<number> {
  return draftOf(path, { how: 'append', reason: undefined }, values, context);
}

async function draftOf(
  path: string,
  how: Pick<RecordFile, 'how' | 'reason'>,
  values: PortfolioOptions,
  context: ActedContext,
): Promise<number> {
  const { store, print, warn } = context;
  const by = await commandActor(context, values.by);
  const file = { ...how, content: await readContent(path), name: basename(path), given: values, draftedBy: by.account };
  const made = await draftFromFile(store, file, by.at);
  if (made.outcome === 'no record')
    throw new UsageError(
      made.sample
        ? `${made.id} is sample data, which nothing real is appended to: import the whole record`
        : `There is no portfolio ${made.id} to append to: give --id, or import the whole record`,
    );
  if (made.outcome === 'refused') {
    if (values.json) print(JSON.stringify({ refused: made.faults }, null, 2));
    else tellFaults(path, made.faults, context);
    return 1;
  }
  if (made.outcome === 'same') {
    const { id, version } = made;
    if (values.json) print(JSON.stringify({ id, draft: null, version }, null, 2));
    else print(`${id}: the same as version ${version}; nothing to publish.`);
    return 0;
  }
  const { draft } = made;
  await by.record(store.db, calls.draftFigures, { ...portfolio(draft.id), detail: { draft: draft.draft } });
  const review = await reviewDraft(store.db, draft);
  const open = values.publish === true ? whyNot(draft, review, by) : undefined;
  if (values.publish === true && open === undefined) return publish(context, values, draft.id, String(draft.draft));
  tellDraft(draft, review, values, context);
  if (open !== undefined) warn(`Not published: ${open}`);
  return open === undefined ? 0 : 1;
}

function whyNot(draft: RecordDraft, review: Review, by: CommandActor): string | undefined {
  const { baseVersion } = draft;
  if (baseVersion === undefined || review.base === undefined) return 'a first version is looked at before it is public';
  if (review.base.removedAt !== undefined) return 'the portfolio was taken off the site';
  if (review.needsReason) return 'days that were public are lost or restated';
  if (review.outliers.length > 0) return 'it has outliers';
  return isOwn(draft, by) ? 'somebody else publishes it (FOUR_EYES)' : undefined;
}

function tellFaults(path: string, faults: readonly string[], { print }: CommandContext): void {
  const shown = faults.slice(0, 50);
  print([`${path} is refused; nothing was stored.`, ...shown.map((fault) => `  ${fault}`)].join('\n'));
  if (shown.length < faults.length) print(`  and ${faults.length - shown.length} more`);
}

function tellDraft(draft: RecordDraft, review: Review, values: PortfolioOptions, { print, settings }: CommandContext): void {
  const { id, source } = draft;
  if (values.json) {
    print(
      JSON.stringify({ draft: draft.draft, source, reason: draft.reason ?? null, ...reviewJson(review, settings.RISK_FREE_RATE) }, null, 2),
    );
    return;
  }
  const days = `${review.candidate.record.days.length} ${draft.frequency} values from ${isoOf(draft.firstDay)} to ${isoOf(draft.lastDay)}`;
  print(`${id}, draft ${draft.draft} from ${source}: ${days}. The site shows what it did.\n`);
  print(reviewText(review, settings.RISK_FREE_RATE));
  print(`\n${nextSteps(draft, review)}`);
}

function nextSteps({ id, draft, reason }: RecordDraft, review: Review): string {
  const flags = [
    review.needsReason && reason === undefined ? ' --restate "REASON"' : '',
    review.outliers.length > 0 ? ` --confirm ${review.outliers.length}` : '',
  ].join('');
  const { base, changes, candidate } = review;
  // The file has only later months, although the whole record was expected.
  const continues = base !== undefined && elementAt(candidate.record.days, 0) > base.lastDay;
  const hint =
    continues && changes.lost.length > 0 ? `To keep the days before: npm run portfolios -- append FILE --id ${id} --by NAME\n` : '';
  const said = review.needsReason && reason !== undefined ? `Reason: ${reason}\n` : '';
  return `${hint}${said}To publish: npm run portfolios -- publish ${id} ${draft} --by NAME${flags}\nTo drop it: npm run portfolios -- discard ${id} ${draft} --by NAME`;
}

export async function showDrafts(context: ActedContext, values: PortfolioOptions, id?: string, given?: string): Promise<void> {
  const { store, print } = context;
  const number = draftNumber(given);
  const all = await listDrafts(store.db, id);
  if (id !== undefined && (number !== undefined || all.length === 1)) {
    const draft = expectDraft(await findDraft(store.db, id, number));
    return tellDraft(draft, await reviewDraft(store.db, draft), values, context);
  }
  const current = new Map<string, number | undefined>();
  for (const one of all) current.set(one.id, (await latestVersion(store.db, one.id))?.version);
  const rows = all.map((one) => ({
    id: one.id,
    draft: one.draft,
    base: one.baseVersion ?? null,
    outdated: current.get(one.id) !== one.baseVersion,
    from: isoOf(one.firstDay),
    to: isoOf(one.lastDay),
    source: one.source,
    made: new Date(one.createdAt).toISOString(),
  }));
  printRows(print, rows, {
    columns: [
      ['ID', (one) => one.id],
      ['DRAFT', (one) => one.draft],
      ['BESIDE VERSION', (one) => one.base ?? 'none'],
      ['DAYS', (one) => `${one.from} to ${one.to}`],
      ['FROM', (one) => one.source],
      ['MADE', (one) => one.made],
      ['', (one) => (one.outdated ? 'out of date: discard it' : '')],
    ],
    none: 'There is no draft.',
    json: values.json,
  });
}

export async function publish(context: ActedContext, values: PortfolioOptions, id = '', given?: string): Promise<number> {
  const confirmed = values.confirm === undefined ? undefined : wholeNumber(values.confirm, '--confirm', { least: 0 });
  const by = await commandActor(context, values.by);
  const number = draftNumber(given);
  const publisher = publisherOf(by, id, { call: calls.publishFigures, detail: number === undefined ? {} : { draft: number } });
  const outcome = await publishDraft(
    context.store,
    { id, number, at: by.at, by: publisher, shortRecords: context.settings.SHORT_RECORDS },
    { reason: restatement(values), confirmed },
  );
  if (!outcome.ok && outcome.cause === 'own draft') {
    const detail = { ...(number !== undefined && { draft: number }), outcome: 'own draft' };
    await by.record(context.store.db, calls.publishFigures, { ...portfolio(id), detail });
  }
  return tellOutcome(id, outcome, values, context);
}

export async function revert(context: ActedContext, values: PortfolioOptions, id = '', version = ''): Promise<number> {
  const number = wholeNumber(version, 'the version');
  const by = await commandActor(context, values.by);
  const reason = restatement(values);
  if (by.fourEyes && reason === undefined) throw new UsageError(REASON_NEEDED);
  const detail = { equals: number, ...(reason !== undefined && { reason }) };
  const to = { id, number, at: by.at, by: publisherOf(by, id, { call: calls.revertFigures, detail }) };
  return tellOutcome(id, await revertTo(context.store, to, reason), values, context);
}

const REASON_NEEDED = '--restate REASON says why: with FOUR_EYES whoever else publishes is told, and decides';

type Recorded = { call: Pick<Call, 'action' | 'tells'>; detail: Record<string, string | number> };

function publisherOf({ account, fourEyes, record }: CommandActor, id: string, { call, detail }: Recorded): Publisher {
  return { account, fourEyes, record: (tx, made) => record(tx, call, { ...portfolio(id), detail: publishedDetail(detail, made) }) };
}

function portfolio(id: string) {
  return { subject: { kind: 'portfolio', id } };
}

function tellOutcome(
  id: string,
  outcome: Published | Drafted | NotPublished,
  values: PortfolioOptions,
  { print, warn, settings }: CommandContext,
): number {
  if ('draft' in outcome) {
    print(values.json ? JSON.stringify(outcome, null, 2) : `${id}: draft ${outcome.draft} has it. Somebody else publishes it (FOUR_EYES).`);
    return 0;
  }
  const { review } = outcome;
  if (!outcome.ok) {
    if (review !== undefined && !values.json) print(`${reviewText(review, settings.RISK_FREE_RATE)}\n`);
    warn(`Not published: ${outcome.why}`);
    return 1;
  }
  const { version } = outcome;
  if (values.json) {
    print(JSON.stringify({ version, ...reviewJson(outcome.review, settings.RISK_FREE_RATE) }, null, 2));
    return 0;
  }
  print(`${reviewText(outcome.review, settings.RISK_FREE_RATE)}\n`);
  print(`${id}: version ${version} is public. Visitors see it within two seconds.`);
  return 0;
}

export async function discardDraft(context: ActedContext, { by }: PortfolioOptions, id = '', given?: string): Promise<void> {
  const { store, print } = context;
  const actor = await commandActor(context, by);
  const draft = expectDraft(await findDraft(store.db, id, draftNumber(given)));
  await store.begin(async (tx) => {
    if (await closeDraft(tx, draft, actor.at))
      await actor.record(tx, calls.discardFigures, { ...portfolio(id), detail: { draft: draft.draft } });
  });
  print(`${id}: draft ${draft.draft} is gone. The site shows what it did.`);
}

function draftNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(text, 'the draft');
}

function expectDraft(found: RecordDraft | NotPublished): RecordDraft {
  if ('ok' in found) throw new UsageError(found.why);
  return found;
}

async function readContent(path: string): Promise<string | Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
  const kind = workbookKind(bytes);
  if (kind === 'older') throw new UsageError(OLDER_WORKBOOK);
  return kind === 'xlsx' ? bytes : bytes.toString('utf8');
}
