export const NO_FIGURE = 'n/a';

/** A percent number as it is shown everywhere (page, report, command line): sign and two decimals, `+8.37%`. */
export function signedPercent(value: number | null, digits = 2): string {
  return value === null ? NO_FIGURE : `${signed(value, digits)}%`;
}

/** A number with sign and two decimals: `+0.57`, `−1.20`; a number that rounds to zero has no sign. */
export function signed(value: number | null, digits = 2): string {
  if (value === null) return NO_FIGURE;
  const size = rounded(value, digits);
  if (Number(size) === 0) return size;
  return `${value < 0 ? '−' : '+'}${size}`;
}

/** A percent number that is not a change, without a plus sign: `12.30%`. */
export function percent(value: number | null, digits = 2): string {
  if (value === null) return NO_FIGURE;
  const size = rounded(value, digits);
  return `${value < 0 && Number(size) !== 0 ? '−' : ''}${size}%`;
}

/** A number that is not a change, with thousands separated: `2,520`, `0.60`. */
export function grouped(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return NO_FIGURE;
  return (value + Math.sign(value) * NOISE).toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** More than the error of a binary fraction (0.315 may be 0.31499999999999), and far less than any figure shows. */
const NOISE = 1e-10;

/** The number that a figure with two decimals shows. */
export function shownNumber(value: number): number {
  return Math.sign(value) * Number(rounded(value, 2));
}

/** The absolute value of a number with so many decimals, halves rounded up as by hand. */
function rounded(value: number, digits: number): string {
  return (Math.abs(value) + NOISE).toFixed(digits);
}

/** A month in words: `March 2024`. */
export function longMonth(year: number, month: number): string {
  return `${MONTHS[month - 1]!} ${year}`;
}

/**
 * A time in words: `31 March 2024 at 09:14 CEST`, with `weekday` after `Sunday, `.
 * @param at milliseconds since the epoch
 * @param zone an IANA time zone
 */
export function dateTime(at: number, zone: string, weekday?: 'long'): string {
  const day = { ...(weekday && { weekday }), day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Date(at).toLocaleString('en-GB', { ...day, ...time, timeZone: zone });
}

/** A day in words: `31 March 2024`. */
export function longDate(iso: string): string {
  const [year, month, date] = iso.split('-').map(Number) as [number, number, number];
  return `${date} ${MONTHS[month - 1]!} ${year}`;
}

/** The same in a narrow place: `31 Mar 2024`. */
export function shortDate(iso: string): string {
  const [date = '', month = '', year = ''] = longDate(iso).split(' ');
  return `${date} ${month.slice(0, 3)} ${year}`;
}

/** The last days of several records in words: `31 March 2024`, `30 or 31 March 2024`, `28 February or 31 March 2024`. */
export function eitherDate(isos: Iterable<string>): string {
  const days = [...new Set(isos)].sort();
  return days
    .map((iso, i) => {
      const [day, month, year] = longDate(iso).split(' ') as [string, string, string];
      const next = days[i + 1];
      if (next?.slice(0, 7) === iso.slice(0, 7)) return day;
      return next?.slice(0, 4) === year ? `${day} ${month}` : `${day} ${month} ${year}`;
    })
    .join(' or ');
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const KB = 1024;

/** A file size in words, as the form, the desk and HR's mail show it. */
export function sizeWords(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  // Rounded up, so that a file over the limit never seems to fit.
  return `${(Math.ceil((bytes / KB / KB) * 100) / 100).toFixed(2)} MB`;
}
