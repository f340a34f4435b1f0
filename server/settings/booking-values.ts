import { elementAt } from '../../contract/checked.ts';
import { SettingsError } from './setting-values.ts';

/** Minutes since midnight, local time. `until` is after `from`, and both are multiples of 30. */
export type Span = { from: number; until: number };

/** The spans of each weekday, Sunday first. Spans of a day do not overlap. */
export type WorkingHours = readonly (readonly Span[])[];

/** Whole days: a range as YYYY-MM-DD, both included, or a day of every year as MM-DD. */
export type Holiday = { from: string; until: string } | { yearly: string };

const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAYS = '(?:sun|mon|tue|wed|thu|fri|sat)(?:\\s*-\\s*(?:sun|mon|tue|wed|thu|fri|sat))?';
const PART = new RegExp(`^(?<days>${DAYS})?\\s*(?<span>\\d{2}:\\d{2}\\s*-\\s*\\d{2}:\\d{2})?$`, 'i');

/** Parses 'Mon-Fri 09:00-12:30, 14:00-18:00; Sat 10:00-12:00'. Days before a comma share the hours that follow. */
export function workingHours(value: string): WorkingHours | 'off' {
  if (value.toLowerCase() === 'off') return 'off';
  const week: Span[][] = NAMES.map(() => []);
  for (const group of value.split(';')) addGroup(week, group);
  for (const spans of week) {
    spans.sort((one, other) => one.from - other.from);
    if (spans.some(({ from }, at) => at > 0 && from < elementAt(spans, at - 1).until))
      fail('hours of one day that do not overlap are needed');
  }
  return week;
}

/** Parses '2026-12-24, 2026-12-28/2027-01-06, 05-01': days, ranges, and days of every year. */
export function holidays(value: string): readonly Holiday[] {
  return listed(value).map((part) => {
    if (/^\d{2}-\d{2}$/.test(part)) return { yearly: day(`2024-${part}`).slice(5) };
    const [from = '', until = from, ...more] = part.split('/').map((one) => one.trim());
    if (more.length > 0 || day(from) > day(until)) fail('of two days with a / between them the earlier one comes first');
    return { from, until };
  });
}

const MAX_CALENDARS = 10;

/** Parses calendar addresses: https only, and without a password, which would be part of the address. */
export function calendars(value: string): readonly string[] {
  const addresses = [...new Set(listed(value))];
  if (addresses.length > MAX_CALENDARS) fail(`at most ${MAX_CALENDARS} addresses are taken`);
  for (const address of addresses) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
      fail('addresses that begin with https://, without a password, separated by commas, are needed');
  }
  return addresses;
}

const MAX_REMINDERS = 3;
const MAX_REMINDER_HOURS = 168;

/** Parses '24, 1': hours before a meeting, the most first. None: `off`. */
export function reminderHours(value: string): readonly number[] {
  if (value.toLowerCase() === 'off') return [];
  const hours = [...new Set(listed(value).map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 0)))];
  if (hours.length === 0 || hours.length > MAX_REMINDERS || hours.some((one) => one < 1 || one > MAX_REMINDER_HOURS))
    fail(`one to ${MAX_REMINDERS} numbers of hours from 1 to ${MAX_REMINDER_HOURS}, separated by commas, or off, are needed`);
  return hours.toSorted((one, other) => other - one);
}

function addGroup(week: Span[][], group: string): void {
  let days: number[] = [];
  let waiting = false;
  for (const part of group.split(',')) {
    const { days: named, span } = PART.exec(part.trim())?.groups ?? {};
    if (named === undefined && span === undefined) fail(HOURS_NEEDED);
    // A day after hours starts a new list of days, a day after a day extends the list.
    if (named !== undefined) days = [...(waiting ? days : []), ...daysOf(named)];
    waiting = span === undefined;
    if (span === undefined) continue;
    if (days.length === 0) fail(HOURS_NEEDED);
    for (const one of new Set(days)) elementAt(week, one).push(spanOf(span));
  }
  if (waiting) fail(HOURS_NEEDED);
}

const HOURS_NEEDED = 'days with their hours, or off, are needed';

function daysOf(named: string): number[] {
  const [first = 0, last = first] = named.split('-').map((name) => NAMES.indexOf(name.trim().toLowerCase()));
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7);
}

function spanOf(text: string): Span {
  const [from = 0, until = 0] = text.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.trim().split(':').map(Number);
    if (minutes % 30 !== 0 || hours * 60 + minutes > 24 * 60) fail('times of whole and half hours, from 00:00 to 24:00, are needed');
    return hours * 60 + minutes;
  });
  return from < until ? { from, until } : fail('hours that end after they begin are needed');
}

function listed(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function day(text: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  const real = at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return real ? text : fail('days as 2026-12-24, spans as 2026-12-28/2027-01-06, or days of every year as 12-25 are needed');
}

function fail(reason: string): never {
  throw new SettingsError(reason);
}
