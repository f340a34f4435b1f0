import { addDays, countDays, dayInZone } from '../index/day-in-zone.ts';

/** Days as YYYY-MM-DD, both included. */
export type Period = { from: string; to: string };

export type AskedPeriod = { days?: number | undefined; from?: string | undefined; to?: string | undefined };

export type OverviewPeriods = { now: Period; before: Period; today: string };

/** The period that was asked for (by default the last 30 days, today included), and the one of the same length before it. */
export function overviewPeriods({ days = 30, from, to }: AskedPeriod, zone: string, at: number): OverviewPeriods {
  const today = dayInZone(at, zone);
  const last = to ?? today;
  // A first day that was chosen without a last day may lie after today.
  const first = from === undefined ? addDays(last, 1 - days) : from < last ? from : last;
  const length = countDays(first, last);
  return { now: { from: first, to: last }, before: { from: addDays(first, -length), to: addDays(first, -1) }, today };
}

export function daysOf({ from, to }: Period): string[] {
  return Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));
}
