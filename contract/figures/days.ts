import { present } from '../checked.ts';

/**
 * Days of the calendar as whole numbers (days since 1970-01-01, no time zone): cheap to compare, to store and to subtract.
 */

/** The day of an ISO date (`2024-12-31`); undefined if there is no such day. */
export function dayOf(iso: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (parts === null) return undefined;
  const day = dayFrom(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  // Date.UTC reads 31 June as 1 July.
  return isoOf(day) === iso ? day : undefined;
}

/** The day of an ISO date that there is. @throws where there is none */
export function knownDay(iso: string): number {
  return present(dayOf(iso));
}

/** The day (UTC) of a time in milliseconds since 1970-01-01. */
export function dayAt(time: number): number {
  return Math.floor(time / MS);
}

/** Without a Date for years of four digits: a chart has thousands of days, and that takes a tenth of the time. */
export function isoOf(day: number): string {
  const [year, month, date] = partsOf(Math.floor(day));
  if (!(year >= 1000 && year <= 9999)) return new Date(day * MS).toISOString().slice(0, 10);
  return `${year}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`;
}

export function dayFrom(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / MS;
}

/** Year, month (1 to 12) and date of a day, without creating a Date (H. Hinnant, civil_from_days). */
export function partsOf(day: number): [year: number, month: number, date: number] {
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const ofEra = shifted - era * 146_097;
  const yearOfEra = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1];
}

/** Day of the week; 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Day of Easter in the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayFrom(year, Math.floor(f / 31), (f % 31) + 1);
}

/** Months since year 0: equal for two days of one month, one apart for neighbouring months. */
export function monthOf(day: number): number {
  const [year, month] = partsOf(day);
  return year * 12 + month - 1;
}

/**
 * Length of a period in years: whole anniversaries, plus the remaining days as a fraction of the year they are in. A leap year counts as one year,
 * and the anniversary of 29 February is 28 February.
 */
export function yearsBetween(first: number, last: number): number {
  const [year] = partsOf(first);
  let whole = partsOf(last)[0] - year;
  if (anniversary(first, year + whole) > last) whole -= 1;
  const from = anniversary(first, year + whole);
  return whole + (last - from) / (anniversary(first, year + whole + 1) - from);
}

function anniversary(day: number, year: number): number {
  const [, month, date] = partsOf(day);
  return Math.min(dayFrom(year, month, date), dayFrom(year, month + 1, 0));
}

const MS = 86_400_000;
