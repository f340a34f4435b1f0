const LOCALE = 'en-GB';
const number = new Intl.NumberFormat(LOCALE);
const short = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export function countWords(count: number): string {
  return number.format(count);
}

/** `day` is YYYY-MM-DD. */
export function dayWords(day: string): string {
  return short.format(Date.parse(`${day}T00:00:00Z`));
}

export function wholeDayWords(day: string): string {
  return long.format(Date.parse(`${day}T00:00:00Z`));
}

export type NumberChange = { words: string; trend: 'more' | 'less' | 'same' };

/** The change between two numbers, in words and as a trend. */
export function changeFrom(before: number, now: number): NumberChange {
  // There is no percentage of 0, and the number itself is shown beside it.
  if (before === 0) return { words: '', trend: 'same' };
  if (before === now) return { words: 'as before', trend: 'same' };
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return { words: 'as before', trend: 'same' };
  return percent > 0 ? { words: `+${countWords(percent)} %`, trend: 'more' } : { words: `−${countWords(-percent)} %`, trend: 'less' };
}

export function shareWords(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}

/** `2 h 10 min`; a dash for null. @param ms milliseconds */
export function spanWords(ms: number | null): string {
  if (ms === null) return '–';
  const minutes = Math.round(ms / 60_000);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return minutes === 0 ? 'under a minute' : `${minutes} min`;
}
