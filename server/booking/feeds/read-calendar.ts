import type ICAL from 'ical.js';
import { merged, type Interval } from '../free-slots.ts';
import { instantOf } from '../wall-clock.ts';

/** Occurrences of all events of a calendar that are looked through: some years of many daily ones. */
const MOST = 100_000;
/** Milliseconds by which a time by any clock is surely another day's. */
const FAR = 2 * 24 * 3_600_000;

type Ical = typeof ICAL;

export type ReadCalendar = (text: string, scope: CalendarScope) => Promise<Interval[]>;

export type CalendarScope = {
  /** IANA name: of whole days, and of times without a zone. */
  zone: string;
  from: number;
  until: number;
};

/**
 * When whoever keeps a calendar (RFC 5545) is busy, joined and in order. Of its events it reads times alone, and whether they take time.
 * @throws where it cannot be read whole: a part of it would show times as free that are taken
 */
export async function readCalendar(text: string, scope: CalendarScope): Promise<Interval[]> {
  const { default: ical } = await import('ical.js');
  try {
    return intervalsOf(ical, text, scope);
  } catch (error) {
    // The library's own words have lines of the calendar in them, which are other people's.
    throw error instanceof UnreadableCalendar ? error : new UnreadableCalendar('it cannot be read as a calendar');
  }
}

class UnreadableCalendar extends Error {}

function intervalsOf(ical: Ical, text: string, scope: CalendarScope): Interval[] {
  const parsed = ical.parse(text) as unknown[];
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as ConstructorParameters<Ical['Component']>[0][];
  const calendars = roots.map((root) => new ical.Component(root));
  if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar')) throw new UnreadableCalendar('it is no calendar');
  const reader = new Reader(ical, scope);
  for (const calendar of calendars) reader.add(calendar);
  return merged(reader.busy);
}

class Reader {
  readonly busy: Interval[] = [];
  readonly #ical: Ical;
  readonly #scope: CalendarScope;
  #left = MOST;

  constructor(ical: Ical, scope: CalendarScope) {
    this.#ical = ical;
    this.#scope = scope;
  }

  add(calendar: ICAL.Component): void {
    const all = calendar.getAllSubcomponents('vevent').map((one) => new this.#ical.Event(one));
    const changed = Map.groupBy(
      all.filter((event) => event.isRecurrenceException()),
      ({ uid }) => uid,
    );
    for (const event of all) {
      // One that takes the place of another stands by itself as well: it may have come here from far away.
      if (event.isRecurrenceException() || !event.isRecurring()) this.#addOne(event, event);
      else this.#addRecurring(event, changed.get(event.uid) ?? []);
    }
    for (const freeBusy of calendar.getAllSubcomponents('vfreebusy')) this.#addFreeBusy(freeBusy);
  }

  #addRecurring(event: ICAL.Event, changed: readonly ICAL.Event[]): void {
    for (const exception of changed) event.relateException(exception);
    // The library leaves out the event's own time where further ones are all that it has.
    if (event.component.getFirstProperty('rrule') === null && !isLeftOut(event, changed)) this.#addOne(event, event);
    // Those that are far from what is asked for need no exact time, unless one that is changed may move what follows.
    const { from, until } = this.#scope;
    const first = changed.some((one) => one.modifiesFuture()) ? -Infinity : from - FAR - event.duration.toSeconds() * 1000;
    const occurrences = event.iterator();
    for (let next = occurrences.next() as ICAL.Time | undefined; next; next = occurrences.next() as ICAL.Time | undefined) {
      this.#left -= 1;
      if (this.#left < 0) throw new UnreadableCalendar('its events are repeated too often');
      const shown = shownAt(next);
      if (shown > until + FAR) break;
      if (shown < first) continue;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      this.#addOne(item, { startDate, endDate });
    }
  }

  #addOne(event: ICAL.Event, { startDate, endDate }: { startDate: ICAL.Time; endDate: ICAL.Time }): void {
    if (takesNoTime(event.component)) return;
    const zones = ['dtstart', 'dtend'].map((name) => zoneNamed(event.component.getFirstProperty(name)));
    this.#addInterval(this.#instant(startDate, zones[0], EARLIEST), this.#instant(endDate, zones[1] ?? zones[0], LATEST));
  }

  #addFreeBusy(freeBusy: ICAL.Component): void {
    for (const property of freeBusy.getAllProperties('freebusy')) {
      if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue;
      for (const period of property.getValues() as ICAL.Period[])
        this.#addInterval(this.#instant(period.start, undefined, EARLIEST), this.#instant(period.getEnd(), undefined, LATEST));
    }
  }

  #addInterval(from: number, until: number): void {
    if (Number.isNaN(from) || Number.isNaN(until)) throw new UnreadableCalendar('a time in it cannot be read');
    if (until > this.#scope.from && from < this.#scope.until) this.busy.push({ from, until });
  }

  /**
   * @param zone as the event names it, whatever the calendar says of it
   * @param unknown milliseconds that are added where nobody knows the zone
   */
  #instant(time: ICAL.Time, zone: string | undefined, unknown: number): number {
    const shown = shownAt(time);
    if (!time.isDate && time.zone !== this.#ical.Timezone.localTimezone) return time.toUnixTime() * 1000;
    if (time.isDate || zone === undefined) return instantOf(shown, this.#scope.zone);
    try {
      return instantOf(shown, zone);
    } catch {
      return shown + unknown;
    }
  }
}

/** As far as zones are from UTC: an event of an unknown one takes all the time that it might take. */
const EARLIEST = -14 * 3_600_000;
const LATEST = 12 * 3_600_000;

function zoneNamed(property: ICAL.Property | null): string | undefined {
  const zone: unknown = property?.getParameter('tzid');
  return typeof zone === 'string' ? zone : undefined;
}

/** What the clock shows, as if it were UTC. */
function shownAt({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Whether an event's own time is not one of its times: it was taken out, or is another now. */
function isLeftOut(event: ICAL.Event, changed: readonly ICAL.Event[]): boolean {
  const own = event.startDate.toString();
  const out = event.component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  return [...out, ...changed.map(({ recurrenceId }) => recurrenceId)].some((time) => time.toString() === own);
}

function takesNoTime(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return value('transp') === 'TRANSPARENT' || value('status') === 'CANCELLED' || value('x-microsoft-cdo-busystatus') === 'FREE';
}
