import { elementAt } from '../checked.ts';
import { PERIODS_A_YEAR, type Frequency } from '../portfolio.ts';
import { yearsBetween } from './days.ts';

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
  if (length === 0) return undefined;
  return {
    frequency: record.frequency,
    days: record.days.subarray(0, length),
    portfolio: record.portfolio.subarray(0, length),
    benchmark: record.benchmark?.subarray(0, length),
    benchmark2: record.benchmark2?.subarray(0, length),
  };
}

/** Length of a record in years: months are twelfths, days are counted by the calendar. */
export function yearsOf({ frequency, days }: Pick<TrackRecord, 'frequency' | 'days'>): number {
  return frequency === 'monthly'
    ? (days.length - 1) / PERIODS_A_YEAR.monthly
    : yearsBetween(elementAt(days, 0), elementAt(days, days.length - 1));
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
