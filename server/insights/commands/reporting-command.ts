import type { Call } from '../../../contract/calls/desk/call.ts';
import * as calls from '../../../contract/calls/desk/reporting-calls.ts';
import { eitherDate } from '../../../contract/figures/format.ts';
import { dateLabel, reportingDay } from '../../../contract/figures/reporting-date.ts';
import { UsageError, wholeNumber, type CommandContext } from '../../cli/command.ts';
import { textTable } from '../../cli/text-table.ts';
import { rulesOf } from '../figures/portfolio-reader.ts';
import { dateFaultWords } from '../reporting/date-faults.ts';
import {
  discardReporting,
  draftReporting,
  listReporting,
  openDraft,
  publishReporting,
  reviewDay,
  type Actor,
} from '../reporting/reporting-dates.ts';
import type { ReportingReview } from '../reporting/reporting-review.ts';
import { reportingState } from '../reporting/reporting-state.ts';
import { commandActor, type ActedContext, type CommandActor } from './command-actor.ts';
import type { PortfolioOptions } from './portfolio-options.ts';

/** `npm run portfolios -- date`: shows the reporting date, proposes another one, publishes it or drops it. */
export async function reporting(context: ActedContext, values: PortfolioOptions, what?: string, day?: string): Promise<number | void> {
  if (what === undefined) return show(context, values);
  if (what !== 'propose' && day !== undefined) throw new UsageError(`'${day}' is too much`);
  const by = await commandActor(context, values.by);
  if (what === 'propose') return propose(context, day, actorOf(by, calls.draftReportingCall));
  const draft = await openDraft(context.store.db);
  if (draft === undefined) throw new UsageError('There is no draft: npm run portfolios -- date propose DAY --by NAME');
  if (what === 'publish') {
    const asked = { number: draft.number, confirm: values.confirm, fourEyes: by.fourEyes };
    return publish(context, asked, actorOf(by, calls.publishReportingCall));
  }
  if (what !== 'discard') throw new UsageError(`'date' knows 'propose', 'publish' and 'discard'; '${what}' it does not`);
  await discardReporting(context.store, draft.number, actorOf(by, calls.discardReportingCall));
  return context.print(`The draft ${dateLabel(draft.day)} is gone. The site shows what it did.`);
}

function actorOf({ account, at, record }: CommandActor, call: Call): Actor {
  return {
    account,
    at,
    record: (tx, detail) => record(tx, call, { subject: { kind: 'reporting date', id: String(detail['draft']) }, detail }),
  };
}

async function show({ store, settings, print, now, actions }: ActedContext, { json }: PortfolioOptions): Promise<void> {
  const [all, draft] = [await listReporting(store.db), await openDraft(store.db)];
  const { dates, past, isOld, next } = await reportingState(store.db, { now: now(), months: settings.REPORTING_DATE_MONTHS });
  if (json)
    return print(
      JSON.stringify({ label: dateLabel(reportingDay(dates)), dates, past, old: isOld, next: next ?? null, draft: draft ?? null }, null, 2),
    );
  print(`The site shows figures up to ${eitherDate(Object.values(dates))}; cards say ${dateLabel(reportingDay(dates))}.`);
  if (isOld) print(`The date is older than ${settings.REPORTING_DATE_MONTHS} months.`);
  for (const { id, to } of past) print(`${id} has days up to ${to}.`);
  if (next !== undefined) print(`All records reach ${next}: npm run portfolios -- date propose ${next} --by NAME`);
  if (draft !== undefined) {
    const review = await reviewDay(store.db, draft.day, rulesOf(settings));
    print(`\nDraft: ${dateLabel(draft.day)}. The site would show:\n${reviewText(review)}\n${nextStep(review)}`);
  }
  const who = async (account: string | undefined) => (account === undefined ? '' : actions.nameOf(store.db, account));
  const rows: string[][] = [];
  for (const { dates: of, published: done } of all) {
    const at = done === undefined ? 'with the samples' : new Date(done.at).toISOString();
    const people = [await who(done?.draftedBy), await who(done?.account)];
    rows.push([dateLabel(reportingDay(of)), eitherDate(Object.values(of)), at, ...people]);
  }
  print(`\nPublished dates\n${textTable([['DATE', 'FIGURES TO', 'PUBLISHED', 'PROPOSED BY', 'PUBLISHED BY'], ...rows])}`);
}

async function propose(context: CommandContext, day: string | undefined, by: Actor): Promise<number> {
  const { store, settings, print, warn } = context;
  if (day === undefined) throw new UsageError("'date propose' needs a day: 2025-03-31");
  const made = await draftReporting(store, day, by);
  if (typeof made !== 'number') {
    warn(`Not proposed: ${dateFaultWords[made]}`);
    return 1;
  }
  const review = await reviewDay(store.db, day, rulesOf(settings));
  print(`Draft: ${dateLabel(day)}. The site shows what it did, and would show:\n${reviewText(review)}\n${nextStep(review)}`);
  return 0;
}

async function publish(
  { store, settings, print, warn }: CommandContext,
  { number, confirm, fourEyes }: { number: number; confirm: string | undefined; fourEyes: boolean },
  by: Actor,
): Promise<number> {
  const confirmed = confirm === undefined ? 0 : wholeNumber(confirm, '--confirm', { least: 0 });
  const outcome = await publishReporting(store, { number, confirmed, fourEyes, rules: rulesOf(settings) }, by);
  if (outcome.ok) {
    print(`${reviewText(outcome.review)}\n${dateLabel(outcome.day)} is public. Visitors see it within two seconds.`);
    return 0;
  }
  if (outcome.cause === 'lagging') print(reviewText(outcome.review));
  if (outcome.cause === 'own draft') await by.record(store.db, { draft: number, outcome: outcome.cause });
  warn(`Not published: ${outcome.cause === 'lagging' ? lagWords(outcome.review) : causes[outcome.cause]}`);
  return 1;
}

const causes = {
  missing: 'the draft was published or dropped meanwhile',
  stale: 'something else was published meanwhile',
  'own draft': 'whoever proposed the date does not publish it (FOUR_EYES)',
} as const;

function lagWords({ lagging }: ReportingReview): string {
  return `${lagging} ${lagging === 1 ? 'record ends' : 'records end'} earlier: if that is right, say so by --confirm ${lagging}`;
}

function nextStep({ lagging }: ReportingReview): string {
  return `To publish: npm run portfolios -- date publish --by NAME${lagging > 0 ? ` --confirm ${lagging}` : ''}`;
}

/** The figures of each card, as they are and as they will be. */
function reviewText({ cards }: ReportingReview): string {
  const rows = cards.flatMap(({ id, lags, before, after }) => {
    const figures = (after ?? before)?.figures ?? [];
    const of = (card: typeof after, label: string) => card?.figures.find((one) => one.label === label)?.text ?? 'none';
    return figures.map(({ label }, index) => [
      index === 0 ? id : '',
      label,
      of(before, label),
      of(after, label),
      index === 0 && lags ? `ends on ${after?.asOf ?? ''}` : '',
    ]);
  });
  return textTable([['ID', 'FIGURE', 'NOW', 'THEN', ''], ...rows]);
}
