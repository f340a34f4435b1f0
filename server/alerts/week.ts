import { present } from '../../contract/checked.ts';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const BEGINS = 8;

/** The Monday of the current week, as YYYY-MM-DD. A week begins on Monday at 08:00 in the zone. */
export function weekOf(now: number, zone: string): string {
  const [year, month, day, hour] = partsIn(zone, now);
  const local = Date.UTC(present(year), present(month) - 1, day, hour) - BEGINS * HOUR;
  const today = Math.floor(local / DAY);
  // Day 0 of the epoch was a Thursday.
  const monday = today - ((today + 3) % 7);
  return new Date(monday * DAY).toISOString().slice(0, 10);
}

function partsIn(zone: string, at: number): number[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(at);
  return (['year', 'month', 'day', 'hour'] as const).map((type) => Number(parts.find((part) => part.type === type)?.value));
}
