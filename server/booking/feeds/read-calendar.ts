import type ICAL from 'ical.js';
import { present } from '../../../contract/checked.ts';
import { merged, type Interval } from '../free-slots.ts';
import { instantOf } from '../wall-clock.ts';
import { isPlain, takeApart, takesNoTime, valueOf, withoutFarDates, type CalendarParts } from './calendar-parts.ts';
import { randomUUID } from 'node:crypto';
import { Script } from 'node:vm';

/** Most occurrences of one event that are looked through; an event with more counts as unreadable. */
const MAX_TIMES = 100_000;
/** Time limits in milliseconds: for one event, and for all events together. */
const PATIENCE = { event: 2000, all: 30_000 };
/** Largest part of the remaining time that one event may take, so that endless events leave time for those after them. */
const SHARE = 0.1;
/** Milliseconds: a local time this far outside the range is outside it in every time zone. */
const FAR = 2 * 24 * 3_600_000;

type Ical = typeof ICAL;

export type ReadCalendar = (text: string, scope: CalendarScope) => Promise<CalendarReading>;

export type CalendarScope = {
  /** IANA name of the zone for whole-day events and for times without a zone. */
  zone: string;
  from: number;
  until: number;
};

type CalendarReading = {
  /** Merged and in order. */
  busy: Interval[];
  /** For each event that could not be read completely, its first day as written (20261231); '' when it has none. */
  unread: string[];
};

/**
 * Reads the busy times of a calendar (RFC 5545): of each event only when it is and whether it takes time. An event that cannot be read completely counts with
 * the times that could be read: anybody who sends an invitation may put a broken event into the calendar.
 * @throws when the calendar as a whole cannot be read: a part of it would show taken times as free
 */
export async function readCalendar(text: string, scope: CalendarScope, patience = PATIENCE): Promise<CalendarReading> {
  const { default: ical } = await import('ical.js');
  const reader = new Reader(ical, scope, patience);
  for (const calendar of takeApart(text)) reader.add(calendar);
  return { busy: merged(reader.busy), unread: reader.unread };
}

/** Thrown with our own message: messages of ical.js quote the calendar, which holds other people's data. */
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
    // Events that take no time are skipped. A changed occurrence is kept even then, because it replaces the original one.
    const counted = events.filter((lines) => isChange(lines) || !takesNoTime(lines));
    const changed = Map.groupBy(counted.filter(isChange), (lines) => valueOf(lines, 'UID'));
    for (const line of freeBusy) this.#tryTo([], () => this.#addFreeBusy(this.#read(root, 'vfreebusy', [line])));
    const isOnce = (lines: readonly string[]) => !lines.some((line) => /^(RRULE|RDATE)[;:]/i.test(line));
    // Events that happen once come first: reading them takes almost no time.
    for (const lines of [...counted.filter(isOnce), ...counted.filter((other) => !isOnce(other))]) {
      const changes = isChange(lines) ? [] : (changed.get(valueOf(lines, 'UID')) ?? []);
      const isRead = this.#tryTo(lines, () => this.#addEvent(root, lines, changes));
      if (!isRead && !isOnce(lines)) this.#tryTo(undefined, () => this.#addEvent(root, withoutRepeating(lines), []));
    }
  }

  /** @param lines of the event to report as unread when it fails; undefined when it was reported already */
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

  /** Computes the zone's offsets once, so that rules that never end are interrupted here. Events in a zone that fails count as of an unknown zone. */
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
      // The occurrence may have been moved here from a day far away.
      if (!takesNoTime(lines)) this.#addOne(event, event);
      return;
    }
    for (const change of changes) this.#relate(root, event, change);
    // Without an RRULE the library's iterator leaves out the event's own start.
    if (event.component.getFirstProperty('rrule') === null && !isLeftOut(event)) this.#addOne(event, event);
    if (event.isRecurring()) this.#addRecurring(event, movesOn);
  }

  /** Relates a changed occurrence to its event. One that cannot be read is ignored here and reported as an event of its own. */
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
    // Occurrences far from the range need no exact time, unless a changed one moves all that follow.
    const { from, until } = this.#scope;
    const first = movesOn ? -Infinity : from - FAR - event.duration.toSeconds() * 1000;
    const occurrences = event.iterator(startNear(event, first));
    let left = MAX_TIMES;
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
   * Milliseconds since the epoch.
   * @param zone name of the zone in the event, used when the calendar does not define it
   * @param unknown milliseconds to add when no such zone exists
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

/** Milliseconds added to the start and the end of an event in an unknown zone, so that it covers its time in every zone. */
const EARLIEST = -14 * 3_600_000;
const LATEST = 12 * 3_600_000;

function zoneNamed(property: ICAL.Property | null): string | undefined {
  const zone: unknown = property?.getParameter('tzid');
  return typeof zone === 'string' ? zone : undefined;
}

/** The local time as if it were UTC, in milliseconds since the epoch. */
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

/** Whether the event's own start is not one of its times: it was excluded, or that occurrence was changed. */
function isLeftOut({ component, startDate, exceptions }: ICAL.Event): boolean {
  const own = startDate.toString();
  const out = component.getAllProperties('exdate').flatMap((property) => property.getValues() as ICAL.Time[]);
  return out.some((time) => time.toString() === own) || Object.hasOwn(exceptions, own);
}

/** Length in seconds of one period of a rule. Monthly and yearly rules are left out: they have few occurrences. */
const PERIODS: Readonly<Record<string, number>> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3600, DAILY: 86_400, WEEKLY: 7 * 86_400 };

/** A later start of the same rule, shortly before `first`, so that centuries of earlier occurrences are not counted through. */
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

/**
 * Calls a function, and interrupts it when it takes too long.
 * @param ms time limit in milliseconds
 * @throws Error with the code ERR_SCRIPT_EXECUTION_TIMEOUT
 */
function callBounded<Result>(call: () => Result, ms: number): Result {
  const name = `bounded-${randomUUID()}`;
  const held = globalThis as unknown as Record<string, unknown>;
  held[name] = call;
  try {
    return new Script(`globalThis[${JSON.stringify(name)}]()`).runInThisContext({ timeout: ms }) as Result;
  } finally {
    delete held[name];
  }
}
