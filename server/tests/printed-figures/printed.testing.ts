const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Something that is printed: where it stands, for who reads a failure, and what is printed there. */
export type Claim = readonly [where: string, printed: string];

// A line may break within a date.
const A_DATE = `\\d{1,2}\\s(?:${MONTHS.join('|')})\\s\\d{4}|\\d{1,2}\\s(?:${MONTHS.map((name) => name.slice(0, 3)).join('|')})\\s\\d{4}`;
const PRINTED = new RegExp(`${A_DATE}|\\d{4}-\\d\\d-\\d\\d|Q\\d-\\d{4}|n/a|[+−-]?\\d[\\d,]*(?:\\.\\d+)?%?`, 'g');

/** Every number, date and 'n/a' of a text, in its order. */
export function printedIn(text: string): string[] {
  return [...text.matchAll(PRINTED)].map(([printed]) => printed.replace(/,$/, '').replaceAll(/\s/g, ' '));
}

/** What a reader of HTML is told: its text, and the attributes that are read out or shown. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<(?:svg|style|script)\b.*?<\/(?:svg|style|script)>/gs, ' ')
    .replaceAll(
      /<[^>]*>/g,
      (tag) => [...tag.matchAll(/ (?:datetime|aria-label|title|alt)="([^"]*)"/gi)].map(([, said]) => ` ${said} `).join(' ') || ' ',
    )
    .replaceAll(/&#x27;|&#39;/g, '’')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"');
}

/** Faults: each number that is printed and not expected, or the reverse. @returns how many were compared */
export function compare(rendering: string, printed: readonly string[], expected: readonly Claim[]): number {
  const at = expected.findIndex(([, one], index) => printed[index] !== one);
  if (at === -1 && printed.length === expected.length) return expected.length;
  const first = at === -1 ? expected.length : at;
  const [where, one] = expected[first] ?? ['nothing is expected after', expected.at(-1)?.join(': ') ?? ''];
  throw new Error(
    `${rendering}: ${where} should be ${one}, and ${printed[first] ?? 'nothing'} is printed there.\n` +
      `printed:  ${printed.slice(Math.max(0, first - 4), first + 6).join(' | ')}\n` +
      `expected: ${expected
        .slice(Math.max(0, first - 4), first + 6)
        .map(([, said]) => said)
        .join(' | ')}`,
  );
}

/**
 * A number with so many decimals, halves rounded up as by hand. @throws for one so near to a half that its last digit hangs on the order in which a
 * computer adds
 */
export function decimals(value: number, digits: number): string {
  const scaled = Math.abs(value) * 10 ** digits;
  const over = scaled - Math.floor(scaled);
  const isHalf = Math.abs(over - 0.5) < 1e-10;
  if (!isHalf && Math.abs(over - 0.5) < 1e-7)
    throw new Error(`${value} is too near to a half of ${digits} decimals: change the records’ seed`);
  const whole = String(Math.floor(scaled) + (isHalf || over > 0.5 ? 1 : 0)).padStart(digits + 1, '0');
  return digits === 0 ? whole : `${whole.slice(0, -digits)}.${whole.slice(-digits)}`;
}

/** A ratio or a return as it is printed: `+0.57`, `−1.20`, `0.00`. */
export function signed(value: number | null, digits = 2): string {
  if (value === null) return 'n/a';
  const size = decimals(value, digits);
  return Number(size) === 0 ? size : (value < 0 ? '−' : '+') + size;
}

/** A fraction as a change in percent: `+8.37%`. */
export function change(fraction: number | null, digits = 2): string {
  return fraction === null ? 'n/a' : `${signed(fraction * 100, digits)}%`;
}

/** A fraction as a size in percent: `12.30%`; below zero with its sign. */
export function size(fraction: number | null): string {
  if (fraction === null) return 'n/a';
  const said = signed(fraction * 100, 2);
  return `${said.startsWith('+') ? said.slice(1) : said}%`;
}

/** A number with its thousands apart: `1,234.50`. */
export function apart(value: number | null, digits: number): string {
  if (value === null) return 'n/a';
  return decimals(value, digits).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

/** `31 December 2024`. */
export function longDate(day: string): string {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** `31 Dec 2024`. */
export function shortDate(day: string): string {
  return longDate(day).replace(/ (\w{3})\w* /, ' $1 ');
}

/** What cards and the report call a date: its quarter, or the day itself. */
export function label(day: string): string {
  if (/-(03-31|06-30|09-30|12-31)$/.test(day)) return `Q${Number(day.slice(5, 7)) / 3}-${day.slice(0, 4)}`;
  return shortDate(day);
}

/** Several last days in one phrase; numbers of it as they are read by `printedIn`. */
export function eitherDate(days: readonly string[]): string[] {
  const all = [...new Set(days)].toSorted();
  const phrase = all.map((day, index) => {
    const next = all[index + 1];
    const words = longDate(day).split(' ');
    return words.slice(0, next?.slice(0, 7) === day.slice(0, 7) ? 1 : next?.slice(0, 4) === day.slice(0, 4) ? 2 : 3).join(' ');
  });
  return printedIn(phrase.join(' or '));
}
