import { elementAt } from '../checked.ts';
import { dayFrom, partsOf } from './days.ts';
import type { PeriodKind } from '../portfolio.ts';
import { countUntil, endedMonth, yearsOf, type TrackRecord } from './record.ts';
import { annualizedReturn } from './returns.ts';

/** Returns of a period as fractions; null for a benchmark that does not cover it whole. */
export type PeriodReturn = {
  kind: PeriodKind;
  /** Days of the two values that the returns are between. */
  from: number;
  to: number;
  /** Whether the returns are rates per year. Never for a period under twelve months. */
  annualized: boolean;
  portfolio: number;
  benchmark: number | null;
  benchmark2: number | null;
};

/**
 * Returns of the periods that end on the last day of a record, and that it covers whole; others are left out.
 *
 * The last N years: R = V(n) / V(b) − 1, over one year as a rate, (1 + R)^(1 / N) − 1, where b is the last value on or before the same date N years
 * earlier; the last trading day of a month goes with the end of that month. The year to date begins with the last value of the year before. The complete
 * periods of twelve months end on the last day and on its anniversaries, so that they link to the return of five years. A record of months counts months.
 * (Bacon, chapter 2, annualized returns; GIPS 2020, nothing under one year annualized; Commission Delegated Regulation (EU) 2017/565, article 44(4)(b),
 * complete 12-month periods of the preceding five years)
 */
export function periodReturns(record: TrackRecord): PeriodReturn[] {
  const last = record.days.length - 1;
  const ago = (years: number) => yearsBefore(record, years);
  const trailing = TRAILING.flatMap(([kind, years]) => between(record, kind, { base: ago(years), end: last, years }));
  return [
    ...between(record, 'ytd', { base: lastYearsEnd(record), end: last, years: 0 }),
    ...trailing,
    ...(last === 0 ? [] : between(record, 'start', { base: 0, end: last, years: yearsOf(record) })),
    ...[0, 1, 2, 3, 4].flatMap((back) => between(record, '12m', { base: ago(back + 1), end: ago(back), years: 1 })),
  ];
}

const TRAILING = [
  ['1y', 1],
  ['3y', 3],
  ['5y', 5],
  ['10y', 10],
] as const;

type Span = { base: number; end: number; years: number };

function between({ days, portfolio, benchmark, benchmark2 }: TrackRecord, kind: PeriodKind, { base, end, years }: Span): PeriodReturn[] {
  if (base < 0 || end < 0) return [];
  const returned = (line: Float64Array | undefined) => {
    if (line === undefined || Number.isNaN(line[base])) return null;
    return annualizedReturn(elementAt(line, end) / elementAt(line, base) - 1, years);
  };
  const own = annualizedReturn(elementAt(portfolio, end) / elementAt(portfolio, base) - 1, years);
  const [from, to] = [elementAt(days, base), elementAt(days, end)];
  return [{ kind, from, to, annualized: years >= 1, portfolio: own, benchmark: returned(benchmark), benchmark2: returned(benchmark2) }];
}

/** Index of the last value on or before the date so many years before the last; −1 where the record begins later. */
function yearsBefore({ frequency, days }: TrackRecord, years: number): number {
  const last = days.length - 1;
  if (frequency === 'monthly') return last - 12 * years;
  const day = elementAt(days, last);
  const [year, month, date] = partsOf(day);
  // Month ends go with month ends: a year before 28 or 29 February is the last day of February.
  const endsMonth = endedMonth(day, frequency) !== undefined;
  return countUntil(days, endsMonth ? dayFrom(year - years, month + 1, 0) : dayFrom(year - years, month, date)) - 1;
}

function lastYearsEnd({ days }: TrackRecord): number {
  const [year] = partsOf(elementAt(days, days.length - 1));
  return countUntil(days, dayFrom(year, 1, 0)) - 1;
}
