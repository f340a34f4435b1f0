import type ICAL from 'ical.js';
import { present } from '../../../contract/checked.ts';
import { merged, type Interval } from '../free-slots.ts';
import { instantOf } from '../wall-clock.ts';
import { callBounded } from './bounded-call.ts';
import { isPlain, takeApart, takesNoTime, valueOf, withoutFarDates, type CalendarParts } from './calendar-parts.ts';

/** Occurrences of an event that are looked through: some years of a daily one, near what is asked for. */
const MOST = 100_000;
/** Milliseconds that an event may take, and all events together. */
const PATIENCE = { event: 2000, all: 30_000 };
/** Of the time that is left an event gets so much at most: many that never end do not use it up for those behind them. */
const SHARE = 0.1;
/** Milliseconds by which a time by any clock is surely another day's. */
const FAR = 2 * 24 * 3_600_000;

type Ical = typeof ICAL;

export type ReadCalendar = (text: string, scope: CalendarScope) => Promise<CalendarReading>;

export type CalendarScope = {
  /** IANA name: of whole days, and of times without a zone. */
  zone: string;
  from: number;
  until: number;
};

export type CalendarReading = {
  /** Joined and in order. */
  busy: Interval[];
  /** Of each event that could not be read, or not whole, the day it begins, as it is written (20261231); empty where it says none. */
  unread: string[];
};

/**
 * When whoever keeps a calendar (RFC 5545) is busy. Of its events it reads times alone, and whether they take time. One that cannot be read
 * whole counts as far as it can be read, at least with the time that it begins at: whoever sends an invitation may put it into a calendar.
 * @throws where the whole cannot be read: a part of it would show times as free that are taken
 */
export async function readCalendar(text: string, scope: CalendarScope, patience = PATIENCE): Promise<CalendarReading> {
  const { default: ical } = await import('ical.js');
  const reader = new Reader(ical, scope, patience);
  for (const calendar of takeApart(text)) reader.add(calendar);
  return { busy: merged(reader.busy), unread: reader.unread };
}

/** Its words may be told: those of the library have lines of the calendar in them, which are other people's. */
class UnreadableTime extends Error {}

class Reader {
  readonly busy: Interval[] = [];
  readonly unread: string[] = [];
  readonly #ical: Ical;
  readonly #scope: CalendarScope;
  readonly #patience: typeof PATIENCE;
  readonly #began = performance.now();

  constructor(ical: Ical, scope: CalendarScope, patience: typeof PATIENCE) {
    this.#ical = ical;
    this.#scope = scope;
    this.#patience = patience;
  }

  add({ zones, events, freeBusy }: CalendarParts): void {
    const root = new this.#ical.Component('vcalendar');
    for (const zone of zones) this.#tryTo([], () => this.#addZone(root, zone));
    // One that takes no time is not read; one that takes the place of another says that the other does not stand.
    const counted = events.filter((lines) => isChange(lines) || !takesNoTime(lines));
    const changed = Map.groupBy(counted.filter(isChange), (lines) => valueOf(lines, 'UID'));
    for (const line of freeBusy) this.#tryTo([], () => this.#addFreeBusy(this.#read(root, 'vfreebusy', [line])));
    const isOnce = (lines: readonly string[]) => !lines.some((line) => /^(RRULE|RDATE)[;:]/i.test(line));
    // First those that cost next to nothing.
    for (const lines of [...counted.filter(isOnce), ...counted.filter((other) => !isOnce(other))]) {
      const changes = isChange(lines) ? [] : (changed.get(valueOf(lines, 'UID')) ?? []);
      const isRead = this.#tryTo(lines, () => this.#addEvent(root, lines, changes));
      if (!isRead && !isOnce(lines)) this.#tryTo(undefined, () => this.#addEvent(root, withoutRepeating(lines), []));
    }
  }

  /** @param lines of the event that is named where it fails; undefined where it is named already */
  #tryTo(lines: readonly string[] | undefined, work: () => void): boolean {
    const left = this.#patience.all - (performance.now() - this.#began);
    try {
      if (left < 1) throw new UnreadableTime('all of them take too long');
      if (lines !== undefined && lines.length > 0 && isPlain(lines)) work();
      else callBounded(work, Math.ceil(Math.min(this.#patience.event, SHARE * left)));
      return true;
    } catch {
      if (lines !== undefined) this.unread.push(/^\d{8}/.exec(valueOf(lines, 'DTSTART'))?.[0] ?? '');
      return false;
    }
  }

  #read(root: ICAL.Component, name: string, lines: readonly string[]): ICAL.Component {
    const parsed = this.#ical.parse([`BEGIN:${name}`, ...lines, `END:${name}`, ''].join('\r\n')) as ConstructorParameters<
      Ical['Component']
    >[0];
    const component = new this.#ical.Component(parsed);
    root.addSubcomponent(component);
    return component;
  }

  /** Its changes are looked through once, so that one that never ends is found here: events in it have an unknown zone. */
  #addZone(root: ICAL.Component, lines: readonly string[]): void {
    const zone = this.#read(root, 'vtimezone', lines);
    root.removeSubcomponent(zone);
    const known = new this.#ical.Timezone(zone);
    for (const at of [this.#scope.from, this.#scope.until]) known.utcOffset(this.#ical.Time.fromJSDate(new Date(at), true));
    root.addSubcomponent(zone);
  }

  #addEvent(root: ICAL.Component, lines: readonly string[], changes: readonly (readonly string[])[]): void {
    const movesOn = changes.some((change) => change.some((line) => /^RECURRENCE-ID;[^:]*RANGE=THISANDFUTURE/i.test(line)));
    const { from, until } = this.#scope;
    const near = movesOn ? lines : withoutFarDates(lines, dayOf(from - FAR), dayOf(until + FAR));
    const event = new this.#ical.Event(this.#read(root, 'vevent', near));
    root.removeSubcomponent(event.component);
    event.component.parent = root;
    if (event.component.getFirstProperty('dtstart') === null) throw new UnreadableTime('it says no time');
    if (event.isRecurrenceException()) {
      // It may have come here from far away.
      if (!takesNoTime(lines)) this.#addOne(event, event);
      return;
    }
    for (const change of changes) this.#relate(root, event, change);
    // The library leaves out the event's own time where it has no rule.
    if (event.component.getFirstProperty('rrule') === null && !isLeftOut(event)) this.#addOne(event, event);
    if (event.isRecurring()) this.#addRecurring(event, movesOn);
  }

  /** One that cannot be read changes nothing: it is named for itself. */
  #relate(root: ICAL.Component, event: ICAL.Event, change: readonly string[]): void {
    try {
      const component = this.#read(root, 'vevent', change);
      root.removeSubcomponent(component);
      component.parent = root;
      event.relateException(component);
    } catch {
      return;
    }
  }

  #addRecurring(event: ICAL.Event, movesOn: boolean): void {
    // Those that are far from what is asked for need no exact time, unless one that is changed may move what follows.
    const { from, until } = this.#scope;
    const first = movesOn ? -Infinity : from - FAR - event.duration.toSeconds() * 1000;
    const occurrences = event.iterator(startNear(event, first));
    let left = MOST;
    for (let next = occurrences.next() as ICAL.Time | undefined; next; next = occurrences.next() as ICAL.Time | undefined) {
      left -= 1;
      if (left < 0) throw new UnreadableTime('it is repeated too often');
      const shown = shownAt(next);
      if (shown > until + FAR) break;
      if (shown < first) continue;
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      if (!isFree(item.component)) this.#addOne(item, { startDate, endDate });
    }
  }

  #addOne(event: ICAL.Event, { startDate, endDate }: { startDate: ICAL.Time; endDate: ICAL.Time }): void {
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
    if (Number.isNaN(from) || Number.isNaN(until)) throw new UnreadableTime('a time of it cannot be read');
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

function isChange(lines: readonly string[]): boolean {
  return lines.some((line) => /^RECURRENCE-ID[;:]/i.test(line));
}

function withoutRepeating(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^(RRULE|RDATE|EXDATE)[;:]/i.test(line));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Whether an event's own time is not one of its times: it was taken out, or is another now. */
function isLeftOut({ component, startDate, exceptions }: ICAL.Event): boolean {
  const own = startDate.toString();
  const out = component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  return out.some((time) => time.toString() === own) || Object.hasOwn(exceptions, own);
}

/** Seconds after which a rule begins anew; those of months and years begin rarely enough. */
const PERIODS: Readonly<Record<string, number>> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: 86_400, WEEKLY: 7 * 86_400 };

/** Where the same rule may begin instead, so that nobody counts through the centuries before. */
function startNear({ component, startDate }: ICAL.Event, first: number): ICAL.Time {
  const rules = component.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur);
  const [rule] = rules;
  const seconds = PERIODS[rule?.freq ?? ''];
  if (rules.length !== 1 || seconds === undefined || present(rule).count !== null || (startDate.isDate && seconds < 86_400))
    return startDate;
  const step = seconds * Math.max(1, present(rule).interval);
  const steps = Math.floor((first - shownAt(startDate)) / 1000 / step) - 1;
  if (!(steps > 0)) return startDate;
  const start = startDate.clone();
  const days = Math.floor((steps * step) / 86_400);
  start.adjust(days, 0, 0, steps * step - days * 86_400);
  return start;
}

function isFree(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return value('transp') === 'TRANSPARENT' || value('status') === 'CANCELLED' || value('x-microsoft-cdo-busystatus') === 'FREE';
}
