import { present } from '../../contract/checked.ts';
const minute = 60_000;
const LOCALE = 'en-GB';

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const whole = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long' });

/** Both in milliseconds since the epoch, told in the reader's own time. */
export function momentWords(at: number, now: number): { short: string; full: string } {
  return { short: shortWords(at, now), full: whole.format(at) };
}

/**
 * `Tue, 24 Nov 2026, 15:30 your time (CET), 09:30 for the visitor (New York, GMT-5)`: a time that is to be kept, by the reader's own clock,
 * and by the visitor's where that is known and shows another.
 * @param theirs IANA name
 */
export function meetingTime(at: number, theirs?: string): string {
  const here = clockIn(at, undefined);
  const there = theirs === undefined ? here : clockIn(at, theirs);
  const own = `${here.day}, ${here.time} your time (${here.zone})`;
  if (there.day === here.day && there.time === here.time) return own;
  const city = present(present(theirs).split('/').at(-1)).replaceAll('_', ' ');
  return `${own}, ${there.day === here.day ? '' : `${there.day}, `}${there.time} for the visitor (${city}, ${there.zone})`;
}

/** @param timeZone undefined: the reader's own */
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
  // The clock is looked at every so often: what is a little ahead of it was now.
  if (ago > -minute / 2 && ago < minute) return 'just now';
  if (ago >= 0 && ago < 60 * minute) return `${Math.floor(ago / minute)} min ago`;
  if (ago < 0 && ago > -60 * minute) return `in ${Math.ceil(-ago / minute)} min`;
  const days = calendarDay(now) - calendarDay(at);
  if (days === 0) return `today ${clock.format(at)}`;
  if (days === 1) return `yesterday ${clock.format(at)}`;
  if (days === -1) return `tomorrow ${clock.format(at)}`;
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? `${day.format(at)}, ${clock.format(at)}` : dayOfYear.format(at);
}

/** Days are counted by the calendar: what was late yesterday is not of today. */
function calendarDay(at: number): number {
  const date = new Date(at);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (24 * 60 * minute));
}
