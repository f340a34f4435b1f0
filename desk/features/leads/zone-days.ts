import { present } from '../../../contract/checked.ts';

const DAY = 24 * 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day (YYYY-MM-DD) and the time (15:30) that a zone's clocks show. @param at milliseconds since the epoch @param zone IANA name */
export function inZone(at: number, zone: string): { day: string; time: string } {
  let format = formats.get(zone);
  if (format === undefined) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...digits });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: `${part['year']}-${part['month']}-${part['day']}`, time: `${part['hour']}:${part['minute']}` };
}

/** `New York (GMT-5)`; without an offset if the zone's clocks change between the times. @param times in order */
export function zoneName(zone: string, times: readonly number[]): string {
  const city = present(zone.split('/').at(-1)).replaceAll('_', ' ');
  return zone === 'UTC' || changesClocks(zone, times) ? city : `${city} (${offsetName(zone, present(times.at(0)))})`;
}

/** Whether a zone's clocks change between the times. @param times in order */
export function changesClocks(zone: string, times: readonly number[]): boolean {
  return offsetName(zone, present(times.at(0))) !== offsetName(zone, present(times.at(-1)));
}

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

/** `GMT-5`. */
export function offsetName(zone: string, at: number): string {
  let format = offsetFormats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' });
    offsetFormats.set(zone, format);
  }
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Whole weeks from Monday to Sunday around some days in order; the month stands at the first day shown and at each first of a month. */
export function weeksOf(days: readonly string[]): { day: string; number: number; month: string }[] {
  const [first, last] = [days.at(0), days.at(-1)].map((day) => Date.parse(present(day))) as [number, number];
  const from = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY;
  const shown: { day: string; number: number; month: string }[] = [];
  for (let at = from; at <= last || new Date(at).getUTCDay() !== 1; at += DAY) {
    const date = new Date(at);
    const number = date.getUTCDate();
    const month = at === from || number === 1 ? date.toLocaleDateString('en-GB', { month: 'short', timeZone: 'UTC' }) : '';
    shown.push({ day: date.toISOString().slice(0, 10), number, month });
  }
  return shown;
}
