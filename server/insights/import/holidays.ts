import { elementAt } from '../../../contract/checked.ts';
import { dayFrom, dayOf, easterSunday, partsOf, weekdayOf, isoOf, monthOf } from '../../../contract/figures/days.ts';
import type { Frequency } from '../../../contract/portfolio.ts';
import type { Fault, ImportTable } from './import-table.ts';

/**
 * Whether exchanges of the euro area, the United Kingdom or the United States are closed on a weekday: a track record needs no value for it. Closed days of
 * other markets are given in the file (`# closed: 2024-02-12, 2024-02-13`).
 */
export function isHoliday(day: number): boolean {
  const year = partsOf(day)[0];
  let known = byYear.get(year);
  if (known === undefined) {
    known = new Set([...movable(year), ...fixed(year), ...once]);
    byYear.set(year, known);
  }
  return known.has(day);
}

export function isClosedEverywhere(day: number): boolean {
  const [, month, date] = partsOf(day);
  return (month === 1 && date === 1) || (month === 12 && date === 25);
}

const byYear = new Map<number, ReadonlySet<number>>();

function movable(year: number): number[] {
  const easter = easterSunday(year);
  return [
    easter - 2,
    easter + 1,
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 5, MONDAY, 1),
    last(year, 5, MONDAY),
    last(year, 8, MONDAY),
    nth(year, 9, MONDAY, 1),
    nth(year, 11, THURSDAY, 4),
  ];
}

function fixed(year: number): number[] {
  const newYear = dayFrom(year, 1, 1);
  const american = [dayFrom(year, 6, 19), dayFrom(year, 7, 4)];
  const unmoved = [dayFrom(year, 5, 1), dayFrom(year, 8, 15), ...[24, 25, 26, 31].map((date) => dayFrom(year, 12, date))];
  const boxing = standInsOfBoxingDay[weekdayOf(dayFrom(year, 12, 26))] ?? [];
  return [
    newYear,
    nextWeekday(newYear),
    ...american,
    ...unmoved,
    ...american.map((day) => (weekdayOf(day) === SATURDAY ? day - 1 : nextWeekday(day))),
    ...boxing.map((date) => dayFrom(year, 12, date)),
  ];
}

function nextWeekday(day: number): number {
  if (weekdayOf(day) === SATURDAY) return day + 2;
  return weekdayOf(day) === SUNDAY ? day + 1 : day;
}

/** Substitute days (in December) for Christmas and Boxing Day, by the weekday of 26 December. */
const standInsOfBoxingDay: Readonly<Record<number, readonly number[]>> = { 6: [28], 0: [27, 28], 1: [27] };

/** Closings that follow no rule: mourning, storms, jubilees, and bank holidays that were moved. */
const once = [
  '1999-12-31',
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2002-06-03',
  '2002-06-04',
  '2004-06-11',
  '2007-01-02',
  '2011-04-29',
  '2012-06-04',
  '2012-06-05',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2020-05-08',
  '2022-06-02',
  '2022-06-03',
  '2022-09-19',
  '2023-05-08',
  '2025-01-09',
].map((iso) => dayOf(iso)!);

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

function nth(year: number, month: number, weekday: number, n: number): number {
  const first = dayFrom(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

function last(year: number, month: number, weekday: number): number {
  const end = dayFrom(year, month + 1, 0);
  return end - ((weekdayOf(end) - weekday + 7) % 7);
}

/**
 * How often the record is valued, unless that is given, and the gaps in it. Monthly: one day in every month, in its last ten days. Daily: every
 * Monday to Friday that is not a holiday of the euro area, the United Kingdom or the United States. Calendar: every day, weekends included.
 */
export function dateFaults(
  table: ImportTable,
  days: readonly number[],
  { closed, frequency }: { closed: ReadonlySet<number>; frequency: Frequency | undefined },
): { value: Frequency; faults: Fault[] } {
  const value = frequency ?? frequencyOf(days);
  const check = dayCheck(value, closed);
  const faults = days.flatMap((day, t) => {
    const text = check(day, days[t - 1]);
    return text === undefined ? [] : [{ line: elementAt(table.rows, t).line, column: elementAt(table.head, 0), text }];
  });
  return { value, faults };
}

function frequencyOf(days: readonly number[]): Frequency {
  const steps = days.slice(1).map((day, t) => day - days[t]!);
  // By the median step, so that a gap does not make a daily record count as monthly, or the reverse.
  const middle = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)]!;
  const weekends = days.filter(isWeekend).length;
  return middle >= 20 ? 'monthly' : weekends * 2 > weekendsWithin(days) ? 'calendar' : 'daily';
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
  if (isWeekend(day)) return `${isoOf(day)} is a ${weekdayOf(day) === 0 ? 'Sunday' : 'Saturday'}: leave it out`;
  if (before === undefined) return undefined;
  const missing = businessDaysBetween(before, day).filter((between) => !closed.has(between));
  if (missing.length === 0) return undefined;
  const days = `${missing.length} business ${missing.length === 1 ? 'day' : 'days'}`;
  return `a gap: nothing for ${days}, ${span(missing[0]!, missing[missing.length - 1]!)}. A closed market is named by --closed`;
}

/** Whether a day is a Monday to Friday that is no known holiday. */
export function isBusinessDay(day: number): boolean {
  return !isWeekend(day) && !isHoliday(day);
}

/** Mondays to Fridays between two days that are no known holidays. */
export function businessDaysBetween(first: number, last: number): number[] {
  const days: number[] = [];
  for (let day = first + 1; day < last; day++) if (isBusinessDay(day)) days.push(day);
  return days;
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
