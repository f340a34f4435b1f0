import type { StatedRates } from '../../../contract/figures/stated-rates.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import { disclosureTerms } from '../../../contract/figures/disclosure-words.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { textTable } from '../../cli/text-table.ts';
import { changedFigures, type ChangedFigures, lineName, type Review } from '../records/publication-review.ts';
import type { Restatement } from '../records/record-changes.ts';
import { changedWords } from '../records/portfolio-about.ts';

/** How many restatements and outliers are listed; their total is always given. */
const LISTED = { restatements: 5, outliers: 20 } as const;

export function reviewText(review: Review, riskFree: StatedRates): string {
  const { base, candidate, changes, outliers } = review;
  const { added, inserted, lost, restated } = changes;
  const days = [
    [
      '  added',
      `${spanned(added)}${inserted.length > 0 && inserted.length < added.length ? `; before the last day: ${spanned(inserted)}` : ''}`,
    ],
    ['  lost', spanned(lost)],
    ['  restated', `${spanned(restated)}${restated.length > 0 ? ` (${linesOf(review)})` : ''}`],
  ];
  return [
    base === undefined ? 'There is no version to compare it with.' : `Beside version ${base.version}, to ${isoOf(base.lastDay)}:`,
    textTable(days),
    ...(changes.rescaled ? ['Values begin from another base; every return is the same.'] : []),
    ...wordChanges(review),
    ...restatementTable(review),
    '',
    'What is stated of the figures',
    textTable(disclosureTerms(candidate.about.disclosure, candidate.about).map(({ term, words }) => [`  ${term}`, words])),
    '',
    figureTable(changedFigures(review, riskFree)),
    ...(outliers.length === 0 ? [] : ['', ...outlierLines(review)]),
  ].join('\n');
}

export function reviewJson(review: Review, riskFree: StatedRates): Record<string, unknown> {
  const { base, candidate, changes, outliers, needsReason } = review;
  const days = (list: readonly number[]) => ({ count: list.length, days: list.map(isoOf) });
  return {
    id: candidate.id,
    base: base?.version ?? null,
    added: days(changes.added),
    inserted: days(changes.inserted),
    lost: days(changes.lost),
    restated: days(changes.restated),
    rescaled: changes.rescaled,
    stated: candidate.about.disclosure ?? null,
    restatements: changes.restatements.map((one) => ({ ...one, day: isoOf(one.day), line: lineName(review, one.line) })),
    outliers: outliers.map((one) => ({ ...one, day: isoOf(one.day), line: lineName(review, one.line) })),
    figures: changedFigures(review, riskFree).rows,
    needs: { reason: needsReason, confirm: outliers.length },
  };
}

/** For example `21 days, 2025-01-02 to 2025-01-31`. */
function spanned(days: readonly number[]): string {
  if (days.length === 0) return 'none';
  const [first, last] = [isoOf(elementAt(days, 0)), isoOf(present(days.at(-1)))];
  return days.length === 1 ? `1 day, ${first}` : `${days.length} days, ${first} to ${last}`;
}

function linesOf(review: Review): string {
  const counts = new Map<string, number>();
  for (const { line } of review.changes.restatements) counts.set(lineName(review, line), (counts.get(lineName(review, line)) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ');
}

function wordChanges({ base, candidate }: Review): string[] {
  if (base === undefined) return [];
  return changedWords(base, candidate).map(({ what, before, after }) => `The ${what} was '${before}' and becomes '${after}'.`);
}

function restatementTable(review: Review): string[] {
  const all = review.changes.restatements;
  if (all.length === 0) return [];
  const value = (number: number | null) => (number === null ? 'none' : String(number));
  const rows = all
    .slice(0, LISTED.restatements)
    .map((one: Restatement) => [isoOf(one.day), lineName(review, one.line), value(one.before), value(one.after)]);
  return ['', `Largest of ${all.length} restated values`, textTable([['DAY', 'LINE', 'BEFORE', 'AFTER'], ...rows])];
}

function figureTable({ baseDay, lastDay, rows }: ChangedFigures): string {
  const to = (day: number | undefined) => (day === undefined ? '' : `to ${isoOf(day)}`);
  const head = ['', '', `BEFORE, ${to(baseDay)}`, `AFTER, ${to(baseDay)}`, `AFTER, ${to(lastDay)}`];
  const first = rows.every(({ before }) => before === '');
  const cells = rows.map(({ figure, line, before, sameDay, after }) => [figure, line, before, sameDay, after]);
  // A first version has one column of figures. The column for the same day is shown only when the past is restated and the record ends on another day.
  const restating = rows.some(({ before, sameDay }) => before !== sameDay);
  const shown = first ? [0, 1, 4] : !restating || head[3] === head[4] ? [0, 1, 2, 4] : [0, 1, 2, 3, 4];
  return textTable([head, ...cells].map((row) => shown.map((column) => elementAt(row, column))));
}

function outlierLines(review: Review): string[] {
  const listed = review.outliers.slice(0, LISTED.outliers).map(({ line, text }) => `  ${lineName(review, line)}, ${text}`);
  const more = review.outliers.length - listed.length;
  return [
    `${review.outliers.length} ${review.outliers.length === 1 ? 'outlier' : 'outliers'}`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
