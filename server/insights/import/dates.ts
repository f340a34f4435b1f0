import { dayOf, isoOf, monthOf, weekdayOf } from '../../../contract/figures/days.ts';
import type { Frequency } from '../../../contract/portfolio.ts';
import { isHoliday } from './holidays.ts';
import type { Fault, ImportTable } from './import-table.ts';

/** Reads the days of the first column, with a fault for each that is invalid, repeated, out of order or in the future. */
export function readDates({ rows, head }: ImportTable, today: number): { days: number[]; faults: Fault[] } {
  const column = head[0]!;
  const faults: Fault[] = [];
  const seen = new Map<number, number>();
  const days: number[] = [];
  for (const { line, cells } of rows) {
    const text = cells[0]!;
    const day = dayOf(text);
    const before = days[days.length - 1];
    if (day === undefined) {
      faults.push({ line, column, text: `'${text.slice(0, 40)}' is not a date: write 2024-12-31` });
      continue;
    }
    if (seen.has(day)) faults.push({ line, column, text: `${text} is on line ${seen.get(day)} already` });
    else if (before !== undefined && day < before)
      faults.push({ line, column, text: `${text} is before ${isoOf(before)}: dates must ascend` });
    if (day > today) faults.push({ line, column, text: `${text} is in the future` });
    if (!seen.has(day)) seen.set(day, line);
    days.push(day);
  }
  return { days, faults };
}

/**
 * How often the record is valued, and the gaps in it. Monthly: one day in every month, in its last ten days. Daily: every Monday to Friday that is not a
 * holiday of the euro area, the United Kingdom or the United States. Calendar: every day, weekends included.
 */
export function dateFaults(
  table: ImportTable,
  days: readonly number[],
  closed: ReadonlySet<number>,
): { value: Frequency; faults: Fault[] } {
  const steps = days.slice(1).map((day, t) => day - days[t]!);
  // By the median step, so that a gap does not make a daily record count as monthly, or the reverse.
  const middle = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
  const weekends = days.filter(isWeekend).length;
  const value: Frequency = middle >= 20 ? 'monthly' : weekends * 2 > weekendsWithin(days) ? 'calendar' : 'daily';
  const check = dayCheck(value, closed);
  const faults = days.flatMap((day, t) => {
    const text = check(day, days[t - 1]);
    return text === undefined ? [] : [{ line: table.rows[t]!.line, column: table.head[0]!, text }];
  });
  return { value, faults };
}

export function dayCheck(frequency: Frequency, closed: ReadonlySet<number>): (day: number, before?: number) => string | undefined {
  if (frequency === 'monthly') return monthFault;
  return frequency === 'calendar' ? calendarFault : (day, before) => weekdayFault(day, before, closed);
}

function monthFault(day: number, before?: number): string | undefined {
  if (monthOf(day + 10) === monthOf(day)) return `${isoOf(day)} is not at the end of its month, where a monthly value belongs`;
  if (before === undefined || monthOf(day) === monthOf(before) + 1) return undefined;
  return monthOf(day) === monthOf(before)
    ? `${isoOf(before)} has this month's value`
    : `a gap: no month between ${isoOf(before)} and ${isoOf(day)}`;
}

function calendarFault(day: number, before?: number): string | undefined {
  return before === undefined || day === before + 1 ? undefined : `a gap: nothing for ${span(before + 1, day - 1)}`;
}

function weekdayFault(day: number, before: number | undefined, closed: ReadonlySet<number>): string | undefined {
  if (isWeekend(day)) return `${isoOf(day)} is a ${weekdayOf(day) === 0 ? 'Sunday' : 'Saturday'}`;
  if (before === undefined) return undefined;
  const missing: number[] = [];
  for (let between = before + 1; between < day; between++) {
    if (!isWeekend(between) && !isHoliday(between) && !closed.has(between)) missing.push(between);
  }
  if (missing.length === 0) return undefined;
  const days = `${missing.length} business ${missing.length === 1 ? 'day' : 'days'}`;
  return `a gap: nothing for ${days}, ${span(missing[0]!, missing[missing.length - 1]!)}. A closed market is named by --closed`;
}

function weekendsWithin(days: readonly number[]): number {
  let count = 0;
  for (let day = days[0]!; day <= days[days.length - 1]!; day++) if (isWeekend(day)) count += 1;
  return count;
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) % 6 === 0;
}

function span(first: number, last: number): string {
  return first === last ? isoOf(first) : `${isoOf(first)} to ${isoOf(last)}`;
}
