import { elementAt, present } from '../checked.ts';
import { dayFrom, dayOf, weekdayOf } from './days.ts';
import type { Frequency } from '../portfolio.ts';
import type { TrackRecord } from './record.ts';
import { valuesOf } from './returns.ts';

/** Monthly returns of portfolio and benchmark: the golden case, whose figures were computed with public libraries as well. */
const BASE_P = [-0.02, 0.031, 0.012, -0.015, 0.024, 0.008, -0.041, 0.027, 0.019, 0.006, -0.009, 0.033];
export const BASE_B = [-0.03, 0.025, 0.01, -0.022, 0.02, 0.011, -0.038, 0.018, 0.015, 0.01, -0.012, 0.028];
export const P = [...BASE_P, ...BASE_P.map((r) => r * 0.5 + 0.002)];
export const B = [...BASE_B, ...BASE_B.map((r) => r * 0.6 + 0.001)];

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
