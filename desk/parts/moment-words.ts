import { present } from '../../contract/checked.ts';
const minute = 60_000;
const LOCALE = 'en-GB';

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const whole = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });

/** For example '1 May 2027', in the reader's time zone. @param at milliseconds since the epoch */
export function longDay(at: number): string {
  return new Date(at).toLocaleDateString(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** The time zone that times typed into a field are in: `Europe/Rome`. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `Thu, 26 Nov 2026`. @param date YYYY-MM-DD */
export function dateOfDay(date: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(LOCALE, format);
}

/** A time in the reader's time zone. Both parameters: milliseconds since the epoch. */
export function momentWords(at: number, now: number): { short: string; full: string } {
  return { short: shortWords(at, now), full: whole.format(at) };
}

/**
 * `Tue, 24 Nov 2026, 15:30 your time (CET), 09:30 for the visitor (New York, GMT-5)`: an appointment in the reader's time zone, and in the visitor's
 * if it is known and differs.
 * @param at milliseconds since the epoch
 * @param theirs IANA name of the visitor's time zone
 */
export function meetingTime(at: number, theirs?: string): string {
  const here = clockIn(at, undefined);
  const there = theirs === undefined ? here : clockIn(at, theirs);
  const local = `${here.day}, ${here.time} your time (${here.zone})`;
  if (there.day === here.day && there.time === here.time) return local;
  const city = present(present(theirs).split('/').at(-1)).replaceAll('_', ' ');
  return `${local}, ${there.day === here.day ? '' : `${there.day}, `}${there.time} for the visitor (${city}, ${there.zone})`;
}

/** @param timeZone undefined: the reader's time zone */
function clockIn(at: number, timeZone: string | undefined): { day: string; time: string; zone: string } {
  const format = (shown: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, { ...shown, ...(timeZone && { timeZone }) });
  const named = format({ timeZoneName: 'short' }).formatToParts(at);
  return {
    day: format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at),
    time: format({ hour: '2-digit', minute: '2-digit' }).format(at),
    zone: named.find(({ type }) => type === 'timeZoneName')?.value ?? '',
  };
}

function shortWords(at: number, now: number): string {
  const ago = now - at;
  // The shown clock advances in steps, so a time slightly ahead of it counts as now.
  if (ago > -minute / 2 && ago < minute) return 'just now';
  if (ago >= 0 && ago < 60 * minute) return `${Math.floor(ago / minute)} min ago`;
  if (ago < 0 && ago > -60 * minute) return `in ${Math.ceil(-ago / minute)} min`;
  const days = calendarDay(now) - calendarDay(at);
  if (days === 0) return `today ${clock.format(at)}`;
  if (days === 1) return `yesterday ${clock.format(at)}`;
  if (days === -1) return `tomorrow ${clock.format(at)}`;
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? `${day.format(at)}, ${clock.format(at)}` : dayOfYear.format(at);
}

/** Whole calendar days in the reader's time zone, so that late yesterday is not today. */
function calendarDay(at: number): number {
  const date = new Date(at);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (24 * 60 * minute));
}
