import { elementAt } from '../checked.ts';
import { PERIODS_A_YEAR, type Frequency } from '../portfolio.ts';
import { dayFrom, easterSunday, partsOf, weekdayOf, yearsBetween } from './days.ts';

/**
 * A track record: values of a portfolio, net of fees, and of up to two benchmarks, on the same days. The first day is the base. A benchmark that
 * starts later has NaN before its first day.
 */
export type TrackRecord = {
  frequency: Frequency;
  /** Ascending; see days.ts. */
  days: Int32Array;
  portfolio: Float64Array;
  benchmark: Float64Array | undefined;
  benchmark2: Float64Array | undefined;
};

/** The record up to and including a day, so that figures computed from it cannot look ahead; undefined if it begins later. */
export function recordUntil(record: TrackRecord, day: number): TrackRecord | undefined {
  const length = countUntil(record.days, day);
  return length === 0 ? undefined : partOf(record, 0, length);
}

function partOf({ frequency, days, portfolio, benchmark, benchmark2 }: TrackRecord, from: number, to: number): TrackRecord {
  return {
    frequency,
    days: days.subarray(from, to),
    portfolio: portfolio.subarray(from, to),
    benchmark: benchmark?.subarray(from, to),
    benchmark2: benchmark2?.subarray(from, to),
  };
}

/**
 * Splits a record on the day on which its results become actual: that day's value is the last of the simulated part and the base of the actual one.
 * No figure spans both. A record that ends by then, or whose results never change, is one part.
 * @param since undefined: they never change
 */
export function partedOn(record: TrackRecord, since: number | undefined): { shown: TrackRecord; simulated: TrackRecord | undefined } {
  const at = since === undefined ? 0 : countUntil(record.days, since) - 1;
  const { length } = record.days;
  if (at <= 0 || at === length - 1) return { shown: record, simulated: undefined };
  return { shown: partOf(record, at, length), simulated: partOf(record, 0, at + 1) };
}

/**
 * Length of a record in years: months are twelfths, days are counted by the calendar. Twelve months up to the last trading day of a month are a year, though that
 * day comes before the month's end.
 */
export function yearsOf({ frequency, days }: Pick<TrackRecord, 'frequency' | 'days'>): number {
  if (frequency === 'monthly') return (days.length - 1) / PERIODS_A_YEAR.monthly;
  const [first, last] = [elementAt(days, 0), elementAt(days, days.length - 1)];
  const years = yearsBetween(first, last);
  return years < 1 && yearsBetween(first, endedMonth(last, frequency) ?? last) >= 1 ? 1 : years;
}

/**
 * The last day of a day's month, if no later day of that month can have a value; otherwise undefined. Daily records have no values at weekends and
 * on Good Friday.
 */
export function endedMonth(day: number, frequency: Frequency): number | undefined {
  const [year, month] = partsOf(day);
  const end = dayFrom(year, month + 1, 0);
  const isClosed = (one: number) => frequency === 'daily' && (weekdayOf(one) % 6 === 0 || one === easterSunday(year) - 2);
  let next = day + 1;
  while (isClosed(next)) next += 1;
  return next > end ? end : undefined;
}

/** Index of a line's first value; the line's length if it has none. */
export function firstValue(line: Float64Array): number {
  let index = 0;
  while (index < line.length && Number.isNaN(line[index])) index += 1;
  return index;
}

/** Number of the days up to and including a day. */
export function countUntil(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(days, middle) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
