import { elementAt, present } from '../../contract/checked.ts';
/** A time on the wall: a day as YYYY-MM-DD, its day of the week (Sunday is 0) and the minute of that day. */
export type WallTime = { day: string; weekday: number; minute: number };

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** By names in lower case: visitors may write each of the 600 in thousands of ways, and a format is some ten kilobytes that Node hardly ever frees. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the clocks of a zone are ahead of UTC at a time. @param zone an IANA name */
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

/** What the clocks of a zone show at a time. Asked of many times in order, a zone is looked up twice a day. */
export function wallClock(zone: string): (at: number) => WallTime {
  let known = { from: 0, until: 0, offset: 0 };
  return (at) => {
    if (at < known.from || at >= known.until) {
      const from = Math.floor(at / DAY) * DAY;
      const [offset, next] = [offsetAt(from, zone), offsetAt(from + DAY, zone)];
      // On a day on which the clocks change each time is looked up by itself.
      known = offset === next ? { from, until: from + DAY, offset } : { from: at, until: at + 1, offset: offsetAt(at, zone) };
    }
    return wallTime(at + known.offset);
  };
}

/** The time at which the clocks of a zone show something: the first, where they show it twice, and the next, where they skip it. */
export function instantOf(shown: number, zone: string): number {
  const [before, after] = [offsetAt(shown - DAY, zone), offsetAt(shown + DAY, zone)];
  const candidates = [shown - Math.max(before, after), shown - Math.min(before, after)];
  return candidates.find((at) => at + offsetAt(at, zone) === shown) ?? elementAt(candidates, 1);
}

/** @param shown what the clocks show, as if it were UTC */
function wallTime(shown: number): WallTime {
  const date = new Date(shown);
  const day = date.toISOString().slice(0, 10);
  return { day, weekday: date.getUTCDay(), minute: date.getUTCHours() * 60 + date.getUTCMinutes() };
}
