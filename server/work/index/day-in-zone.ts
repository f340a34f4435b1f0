const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a time (ms) in a zone, as YYYY-MM-DD. @param zone an IANA name */
export function dayInZone(at: number, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(at);
}

const minutes = new Map<string, Intl.DateTimeFormat>();

/** A time (ms) in a zone as spreadsheets sort and understand it: YYYY-MM-DD HH:MM. @param zone an IANA name */
export function minuteInZone(at: number, zone: string): string {
  let format = minutes.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    minutes.set(zone, format);
  }
  return format.format(at);
}

/** Adds days to a day, YYYY-MM-DD; negative: subtracts them. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Number of days from one day to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY) + 1;
}

const DAY = 24 * 3_600_000;
