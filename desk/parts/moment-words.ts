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

const wholeDay = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

/** `Tue, 24 Nov 2026, 09:00`: a time that is to be kept, told in the reader's own time as every other. */
export function dayAndTime(at: number): string {
  return `${wholeDay.format(at)}, ${clock.format(at)}`;
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
