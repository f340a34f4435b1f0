import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { isoOf } from '../../../contract/figures/days.ts';
import { UsageError, type CommandContext } from '../../cli/command.ts';
import { textTable } from '../../cli/text-table.ts';
import { closeDraft, listDrafts, saveRecordDraft, type RecordDraft } from '../records/record-drafts.ts';
import { idOfFile, readFile as readRecordFile, readMore, type FileReading, type Imported } from '../import/record-file.ts';
import { reasonOf, wholeNumber, type PortfolioOptions } from './portfolio-options.ts';
import { findDraft, publishDraft, revertTo, type Published, type NotPublished } from '../records/publish.ts';
import { digestOf } from '../records/record-columns.ts';
import { latestVersion, readStoredRecord, type Version } from '../records/records.ts';
import { reviewDraft, type Review } from '../records/publication-review.ts';
import { reviewJson, reviewText } from './review-text.ts';

const DAY = 86_400_000;

export async function importFile(path: string, values: PortfolioOptions, context: CommandContext): Promise<number> {
  const { store } = context;
  const text = await readText(path);
  const id = idOfFile(text, basename(path), values);
  const latest = await latestVersion(store.db, id);
  const reading = readRecordFile(text, id, values, { previous: latest, today: today(context) });
  return draftOf(path, { reading, latest, reason: reasonOf(values) }, values, context);
}

export async function appendFile(path: string, values: PortfolioOptions, context: CommandContext): Promise<number> {
  const { store } = context;
  const text = await readText(path);
  const id = idOfFile(text, basename(path), values);
  const latest = await latestVersion(store.db, id);
  if (latest === undefined) throw new UsageError(`There is no portfolio ${id} to append to: give --id, or import the whole record`);
  if (latest.sample) throw new UsageError(`${id} is sample data, which nothing real is appended to: import the whole record`);
  const former = { ...latest, record: await readStoredRecord(store.db, latest) };
  const reading = readMore(text, former, values, { today: today(context), rebase: values.rebase === true });
  return draftOf(path, { reading, latest, reason: undefined }, values, context);
}

type Reading = { reading: FileReading; latest: Version | undefined; reason: string | undefined };

async function draftOf(
  path: string,
  { reading, latest, reason }: Reading,
  values: PortfolioOptions,
  context: CommandContext,
): Promise<number> {
  const { store, print, warn, now } = context;
  if (!reading.ok) {
    if (values.json) print(JSON.stringify({ refused: reading.faults }, null, 2));
    else tellFaults(path, reading.faults, context);
    return 1;
  }
  const { imported } = reading;
  const { id } = imported;
  if (latest !== undefined && isPublic(imported, latest)) {
    if (values.json) print(JSON.stringify({ id, draft: null, version: latest.version }, null, 2));
    else print(`${id}: the same as version ${latest.version}; nothing to publish.`);
    return 0;
  }
  const draft = { ...imported, reason, baseVersion: latest?.version, source: basename(path), at: now() };
  const number = await store.begin((tx) => saveRecordDraft(tx, draft));
  const saved = (await findDraft(store.db, id, number)) as RecordDraft;
  const review = await reviewDraft(store.db, saved);
  const open = values.publish === true ? whyNot(saved, review) : undefined;
  if (values.publish === true && open === undefined) return publish(id, number, values, context);
  tellDraft(saved, review, values, context);
  if (open !== undefined) warn(`Not published: ${open}`);
  return open === undefined ? 0 : 1;
}

function isPublic({ about, record, group }: Imported, { removedAt, digest, ...latest }: Version): boolean {
  return removedAt === undefined && latest.group === group && digestOf(about, record) === digest;
}

function whyNot({ baseVersion }: RecordDraft, review: Review): string | undefined {
  if (baseVersion === undefined || review.base === undefined) return 'a first version is looked at before it is public';
  if (review.base.removedAt !== undefined) return 'the portfolio was taken off the site';
  if (review.needsReason) return 'days that were public are lost or restated';
  return review.outliers.length > 0 ? 'it has outliers' : undefined;
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
  // The months after the last one, where the whole record was expected.
  const continues = base !== undefined && candidate.record.days[0]! > base.lastDay;
  const hint = continues && changes.lost.length > 0 ? `To keep the days before: npm run portfolios -- append FILE --id ${id}\n` : '';
  const said = review.needsReason && reason !== undefined ? `Reason: ${reason}\n` : '';
  return `${hint}${said}To publish: npm run portfolios -- publish ${id} ${draft}${flags}\nTo drop it: npm run portfolios -- discard ${id} ${draft}`;
}

export async function showDrafts(
  id: string | undefined,
  number: number | undefined,
  values: PortfolioOptions,
  context: CommandContext,
): Promise<number> {
  const { store, print } = context;
  const all = await listDrafts(store.db, id);
  if (id !== undefined && (number !== undefined || all.length === 1)) {
    const draft = expectDraft(await findDraft(store.db, id, number));
    tellDraft(draft, await reviewDraft(store.db, draft), values, context);
    return 0;
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
  if (values.json) print(JSON.stringify(rows, null, 2));
  else if (rows.length === 0) print('There is no draft.');
  else {
    const cells = rows.map((one) => [
      one.id,
      String(one.draft),
      String(one.base ?? 'none'),
      `${one.from} to ${one.to}`,
      one.source,
      one.made,
      one.outdated ? 'out of date: discard it' : '',
    ]);
    print(textTable([['ID', 'DRAFT', 'BESIDE VERSION', 'DAYS', 'FROM', 'MADE', ''], ...cells]));
  }
  return 0;
}

export async function publish(id: string, number: number | undefined, values: PortfolioOptions, context: CommandContext): Promise<number> {
  const confirmed = values.confirm === undefined ? undefined : wholeNumber(values.confirm, '--confirm');
  return tellOutcome(
    id,
    await publishDraft(context.store, { id, number, at: context.now() }, { reason: reasonOf(values), confirmed }),
    values,
    context,
  );
}

export async function revert(id: string, version: number, values: PortfolioOptions, context: CommandContext): Promise<number> {
  return tellOutcome(id, await revertTo(context.store, { id, number: version, at: context.now() }, reasonOf(values)), values, context);
}

function tellOutcome(
  id: string,
  outcome: Published | NotPublished,
  values: PortfolioOptions,
  { print, warn, settings }: CommandContext,
): number {
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
  print(`${id}: version ${version} is public. Browsers show it within five minutes.`);
  return 0;
}

export async function discardDraft(id: string, number: number | undefined, { store, print, now }: CommandContext): Promise<number> {
  const draft = expectDraft(await findDraft(store.db, id, number));
  await store.begin((tx) => closeDraft(tx, draft, now()));
  print(`${id}: draft ${draft.draft} is gone. The site shows what it did.`);
  return 0;
}

function expectDraft(found: RecordDraft | NotPublished): RecordDraft {
  if ('ok' in found) throw new UsageError(found.why);
  return found;
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`'${path}' cannot be read: ${(error as Error).message}`);
  });
}

function today({ now }: CommandContext): number {
  return Math.floor(now() / DAY);
}
