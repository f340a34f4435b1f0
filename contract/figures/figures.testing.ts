import { elementAt, present } from '../checked.ts';
import { dayFrom, dayOf, weekdayOf } from './days.ts';
import type { Frequency } from '../portfolio.ts';
import type { TrackRecord } from './record.ts';
import { valuesOf } from './returns.ts';

export function monthly(portfolio: readonly number[], benchmark: readonly number[]): TrackRecord {
  const days = Array.from({ length: portfolio.length + 1 }, (_, t) => dayFrom(2020, t + 1, 0));
  const fit = Array.from(portfolio, (_, t) => elementAt(benchmark, t % benchmark.length));
  return { ...record('monthly', days, valuesOf(portfolio)), benchmark: valuesOf(fit, 100) };
}

export function record(frequency: Frequency, days: readonly number[], portfolio: Float64Array): TrackRecord {
  return { frequency, days: Int32Array.from(days), portfolio, benchmark: undefined, benchmark2: undefined };
}

export function weekdays(first: string, last: string): number[] {
  const from = present(dayOf(first));
  return Array.from({ length: present(dayOf(last)) - from + 1 }, (_, t) => from + t).filter((day) => weekdayOf(day) % 6 !== 0);
}
