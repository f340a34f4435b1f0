import { elementAt, present } from '../../contract/checked.ts';
import { MONTHS } from '../../contract/figures/format.ts';

/** A local time: the day as YYYY-MM-DD, its weekday (Sunday is 0) and the minute of the day. */
export type WallTime = { day: string; weekday: number; minute: number };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Keyed by the name in lower case: visitors could write each of 600 names in thousands of ways, and a format takes about 10 KB that Node rarely frees. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that a time zone is ahead of UTC at a time. @param zone an IANA name */
export function offsetAt(at: number, zone: string): number {
  const key = zone.toLowerCase();
  let format = formats.get(key);
  if (format === undefined) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-hc-h23', { timeZone: zone, ...digits });
    formats.set(key, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)])) as Record<string, number>;
  const shown = Date.UTC(present(part.year), present(part.month) - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(at / 1000) * 1000;
}

/** Whether a name is a known time zone's. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,49}$/.test(name)) return false;
  try {
    offsetAt(0, name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the local time in a zone. For many times in order, the offset is looked up only twice a day. */
export function wallClock(zone: string): (at: number) => WallTime {
  let known = { from: 0, until: 0, offset: 0 };
  return (at) => {
    if (at < known.from || at >= known.until) {
      const from = Math.floor(at / DAY) * DAY;
      const [offset, next] = [offsetAt(from, zone), offsetAt(from + DAY, zone)];
      // On a day with a clock change, each time is looked up separately.
      known = offset === next ? { from, until: from + DAY, offset } : { from: at, until: at + 1, offset: offsetAt(at, zone) };
    }
    return wallTime(at + known.offset);
  };
}

/** The time at which a zone's clocks show `shown`: the earlier one when they show it twice, the next when they skip it. */
export function instantOf(shown: number, zone: string): number {
  const [before, after] = [offsetAt(shown - DAY, zone), offsetAt(shown + DAY, zone)];
  const candidates = [shown - Math.max(before, after), shown - Math.min(before, after)];
  return candidates.find((at) => at + offsetAt(at, zone) === shown) ?? elementAt(candidates, 1);
}

/** @param shown the local time as if it were UTC, in milliseconds since the epoch */
function wallTime(shown: number): WallTime {
  const date = new Date(shown);
  const day = date.toISOString().slice(0, 10);
  return { day, weekday: date.getUTCDay(), minute: date.getUTCHours() * 60 + date.getUTCMinutes() };
}

/** '2026-11-24': the date in a time zone. */
export function dayShown(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
}

/** The time of day in a zone: '09:30'. */
export function timeOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(11, 16);
}

/** A day in words: 'Tuesday 24 November'. */
export function weekdayWords(day: string): string {
  return `${elementAt(WEEKDAYS, new Date(day).getUTCDay())} ${Number(day.slice(8))} ${monthOf(day)}`;
}

/** A day and time in a zone in words: 'Tuesday 24 November at 09:30'. */
export function meetingWords(at: number, zone: string): string {
  return `${weekdayWords(dayShown(at, zone))} at ${timeOf(at, zone)}`;
}

/** The month of a day: 'Nov'. */
export function shortMonth(day: string): string {
  return monthOf(day).slice(0, 3);
}

/** The months from one day to another: 'November 2026', 'November and December 2026', or 'November 2026 to January 2027'. */
export function monthsWords(from: string, until: string): string {
  const [first, last] = [from, until].map(monthOf);
  const [year, later] = [from, until].map((day) => Number(day.slice(0, 4))) as [number, number];
  const months = (later - year) * 12 + Number(until.slice(5, 7)) - Number(from.slice(5, 7));
  if (months === 0) return `${first} ${year}`;
  return `${first}${year === later ? '' : ` ${year}`} ${months === 1 ? 'and' : 'to'} ${last} ${later}`;
}

/** 'Rome (GMT+1)': a time zone and its offset from UTC from one time to another; 'Rome' if it is another at the end. */
export function zoneWords(zone: string, from: number, until = from): string {
  if (zone === 'UTC') return 'UTC';
  const city = present(zone.split('/').at(-1)).replaceAll('_', ' ');
  return offsetAt(from, zone) === offsetAt(until, zone) ? `${city} (${offsetWords(zone, from)})` : city;
}

/** 'GMT+1': a time zone's offset from UTC at a time. */
export function offsetWords(zone: string, at: number): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000);
  const sign = minutes < 0 ? '−' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return minutes === 0 ? 'GMT' : `GMT${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function monthOf(day: string): string {
  return elementAt(MONTHS, Number(day.slice(5, 7)) - 1);
}
