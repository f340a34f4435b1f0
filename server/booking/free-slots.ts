import { elementAt } from '../../contract/checked.ts';
import type { Holiday, WorkingHours } from '../settings/booking-values.ts';
import { wallClock, type WallTime } from './wall-clock.ts';

/** Length of a meeting in milliseconds. */
export const SLOT_MS = 30 * 60_000;

/** A span of time, `until` not included. Milliseconds since the epoch. */
export type Interval = { from: number; until: number };

export type SlotRules = {
  hours: WorkingHours;
  /** IANA name of the time zone of the hours and the holidays. */
  zone: string;
  holidays: readonly Holiday[];
  /** Least and greatest time from now to a meeting that is offered (`notice`, `ahead`), in milliseconds. */
  notice: number;
  ahead: number;
};

/** Milliseconds: the offset of every time zone is a multiple of this. */
const GRID = 15 * 60_000;

/**
 * The times at which a meeting may begin, in order: half hours by the company's clock, within its hours, that overlap no taken time. When clocks go back, both
 * occurrences of the repeated hour are offered; an hour that is skipped never is.
 * @param taken in any order
 */
export function freeSlots(rules: SlotRules, { now, taken }: { now: number; taken: readonly Interval[] }): number[] {
  const clock = wallClock(rules.zone);
  const busy = merged(taken);
  const last = now + rules.ahead;
  const slots: number[] = [];
  let next = 0;
  for (let at = Math.ceil((now + rules.notice) / GRID) * GRID; at <= last; at += GRID) {
    while (busy[next] !== undefined && elementAt(busy, next).until <= at) next += 1;
    if ((busy[next]?.from ?? Infinity) < at + SLOT_MS) continue;
    if (isWorking(rules, clock(at))) slots.push(at);
  }
  return slots;
}

/** Sorted, with overlapping and adjacent intervals joined. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const { from, until } of intervals.toSorted((one, other) => one.from - other.from)) {
    if (until <= from) continue;
    const before = joined.at(-1);
    if (before !== undefined && from <= before.until) before.until = Math.max(before.until, until);
    else joined.push({ from, until });
  }
  return joined;
}

function isWorking({ hours, holidays }: SlotRules, { day, weekday, minute }: WallTime): boolean {
  if (minute % 30 !== 0) return false;
  if (!elementAt(hours, weekday).some(({ from, until }) => minute >= from && minute + 30 <= until)) return false;
  return !holidays.some((one) => ('yearly' in one ? day.endsWith(one.yearly) : one.from <= day && day <= one.until));
}
