import { present } from '../../../contract/checked.ts';
/** A calendar split into lines; of an event only the lines that say when it is. */
export type CalendarParts = {
  /** The lines between BEGIN and END of each time zone. */
  zones: string[][];
  events: string[][];
  /** The FREEBUSY lines of all VFREEBUSY parts. */
  freeBusy: string[];
};

const WHEN = new Set('UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID TRANSP STATUS X-MICROSOFT-CDO-BUSYSTATUS'.split(' '));

/**
 * Splits a text into its calendars (RFC 5545) without parsing values, so that a broken event does not affect the others.
 * @throws Error when the text is not a calendar or is cut off
 */
export function takeApart(text: string): CalendarParts[] {
  const calendars: CalendarParts[] = [];
  const open: string[] = [];
  let lines: string[] = [];
  for (const line of unfolded(text)) {
    const name = present(/^[A-Za-z\d-]*/.exec(line))[0].toUpperCase();
    if (name === 'BEGIN') {
      open.push(line.slice(6).trim().toUpperCase());
      if (open[0] !== 'VCALENDAR') throw new Error('it is no calendar');
      if (open.length === 1) calendars.push({ zones: [], events: [], freeBusy: [] });
      if (open.length === 2) lines = [];
    } else if (open.length === 0) {
      if (line.trim() !== '') throw new Error('it is no calendar');
      continue;
    } else if (name === 'END') {
      const ended = open.pop();
      if (open.length === 1) addPart(present(calendars.at(-1)), present(ended), lines);
    }
    const isZone = open[1] === 'VTIMEZONE';
    if (isZone ? open.length > 2 || name !== 'BEGIN' : open.length === 2 && (WHEN.has(name) || name === 'FREEBUSY')) lines.push(line);
  }
  if (calendars.length === 0) throw new Error('it is no calendar');
  if (open.length > 0) throw new Error('it cannot be read as a calendar');
  return calendars;
}

function addPart({ zones, events, freeBusy }: CalendarParts, name: string, lines: readonly string[]): void {
  if (name === 'VTIMEZONE') zones.push([...lines]);
  if (name === 'VEVENT') events.push(lines.filter((line) => !line.startsWith('FREEBUSY')));
  if (name === 'VFREEBUSY') for (const line of lines) if (line.toUpperCase().startsWith('FREEBUSY')) freeBusy.push(line);
}

function unfolded(text: string): string[] {
  const lines: string[] = [];
  let folded: string[] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n|\r/)) {
    if (/^[ \t]/.test(line)) folded.push(line.slice(1));
    else {
      if (folded.length > 0) lines.push(folded.join(''));
      folded = [line];
    }
  }
  lines.push(folded.join(''));
  return lines;
}

/** The value of the first line with this name, in upper case; '' when there is none. */
export function valueOf(lines: readonly string[], name: string): string {
  const line = lines.find((one) => one.toUpperCase().startsWith(name) && /^[;:]/.test(one.slice(name.length)));
  return line === undefined
    ? ''
    : line
        .slice(line.lastIndexOf(':') + 1)
        .trim()
        .toUpperCase();
}

/** Whether an event is so simple that it cannot take long to read. */
export function isPlain(lines: readonly string[]): boolean {
  return lines.every((line) => line.length < 1000 && !/^(DURATION|R|EX)/i.test(line));
}

/** Whether the event is marked as free or cancelled. */
export function takesNoTime(lines: readonly string[]): boolean {
  return (
    valueOf(lines, 'TRANSP') === 'TRANSPARENT' ||
    valueOf(lines, 'STATUS') === 'CANCELLED' ||
    valueOf(lines, 'X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE'
  );
}

/**
 * Removes RDATE and EXDATE values outside the given days.
 * @param from first day that matters, as 20261231
 * @param until last day that matters, likewise
 */
export function withoutFarDates(lines: readonly string[], from: string, until: string): string[] {
  return lines.flatMap((line) => {
    if (!/^(RDATE|EXDATE)[;:]/i.test(line)) return [line];
    const at = line.lastIndexOf(':') + 1;
    const near = line
      .slice(at)
      .split(',')
      .filter((value) => value.slice(0, 8) >= from && value.slice(0, 8) <= until);
    return near.length === 0 ? [] : [line.slice(0, at) + near.join(',')];
  });
}
