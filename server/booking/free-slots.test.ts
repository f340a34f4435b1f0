import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { holidays, workingHours, type WorkingHours } from '../settings/booking-values.ts';
import { freeSlots, merged, SLOT_MS, type Interval, type SlotRules } from './free-slots.ts';
import { instantOf, offsetAt, wallClock } from './wall-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

// Offsets in half and quarter hours, a clock change of half an hour, one at midnight, and no clock changes.
const ZONES = ['Europe/Rome', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Asuncion', 'Pacific/Chatham', 'UTC'];

const always = workingHours('Sun-Sat 00:00-24:00') as WorkingHours;

function rules(hours: string, more: Partial<SlotRules> = {}): SlotRules {
  return { hours: workingHours(hours) as WorkingHours, zone: 'Europe/Rome', holidays: [], notice: 0, ahead: 14 * DAY, ...more };
}

function wallOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 16);
}

const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
const interval = fc
  .tuple(instant, fc.integer({ min: 0, max: 3 * DAY }))
  .map(([from, length]): Interval => ({ from, until: from + length }));

describe('free half hours', () => {
  test('lie in the working hours of the company’s clocks', () => {
    const slots = freeSlots(rules('Mon-Fri 09:00-10:30, 14:00-15:00', { ahead: 3 * DAY }), { now: Date.UTC(2026, 10, 20, 12), taken: [] });
    expect(slots.map((at) => wallOf(at, 'Europe/Rome'))).toEqual([
      '2026-11-20T14:00',
      '2026-11-20T14:30',
      '2026-11-23T09:00',
      '2026-11-23T09:30',
      '2026-11-23T10:00',
    ]);
  });

  test('on the day of 25 hours come twice in the hour that comes twice, and on that of 23 not in the one that is skipped', () => {
    const night = rules('Sun 01:00-04:00', { ahead: DAY });
    const autumn = freeSlots(night, { now: Date.UTC(2026, 9, 24, 20), taken: [] });
    expect(autumn.map((at) => wallOf(at, 'Europe/Rome').slice(11))).toEqual(
      ['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30'], // oxfmt-ignore
    );
    const spring = freeSlots(night, { now: Date.UTC(2026, 2, 28, 20), taken: [] });
    expect(spring.map((at) => wallOf(at, 'Europe/Rome').slice(11))).toEqual(['01:00', '01:30', '03:00', '03:30']);
  });

  test('are none on holidays, single, several and of every year', () => {
    const off = rules('Sun-Sat 12:00-12:30', { holidays: holidays('2026-12-24/2026-12-26, 12-31, 2027-01-06'), ahead: 20 * DAY });
    const days = freeSlots(off, { now: Date.UTC(2026, 11, 22), taken: [] }).map((at) => Number(wallOf(at, 'Europe/Rome').slice(8, 10)));
    expect(days).toEqual([22, 23, 27, 28, 29, 30, 1, 2, 3, 4, 5, 7, 8, 9, 10]);
  });

  test('by what anybody sets: never overlap, each in its hours, none in a taken time, none too soon or too late', () => {
    const hours = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 46 }), fc.integer({ min: 1, max: 20 }))
        .map(([from, length]) => [{ from: from * 30, until: Math.min(48, from + length) * 30 }]),
      { minLength: 7, maxLength: 7 },
    );
    fc.assert(
      fc.property(
        zone,
        instant,
        hours,
        fc.array(interval, { maxLength: 6 }),
        fc.integer({ min: 0, max: 72 }),
        (where, now, week, taken, notice) => {
          const given: SlotRules = { hours: week, zone: where, holidays: [], notice: notice * HOUR, ahead: 5 * DAY };
          const slots = freeSlots(given, { now, taken });
          for (const [index, at] of slots.entries()) {
            if (index > 0) expect(at - slots[index - 1]!).toBeGreaterThanOrEqual(SLOT_MS);
            expect(at).toBeGreaterThanOrEqual(now + notice * HOUR);
            expect(at).toBeLessThanOrEqual(now + 5 * DAY);
            expect(taken.filter(({ from, until }) => from < at + SLOT_MS && until > at && until > from)).toEqual([]);
            const shown = new Date(at + offsetAt(at, where));
            const minute = shown.getUTCHours() * 60 + shown.getUTCMinutes();
            expect(minute % 30).toBe(0);
            expect(week[shown.getUTCDay()]!.some(({ from, until }) => from <= minute && minute + 30 <= until)).toBe(true);
          }
          // Nothing is left out: the slots are exactly all slots minus those that overlap a taken time.
          const all = freeSlots(given, { now, taken: [] });
          expect(all.filter((at) => !taken.some(({ from, until }) => until > from && from < at + SLOT_MS && until > at))).toEqual(slots);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('around the clock are as many as a day has half hours, also where it has 23 or 25 hours', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: 729 }), (where, number) => {
        const midnight = Date.UTC(2026, 0, 1) + number * DAY;
        const [from, until] = [instantOf(midnight, where), instantOf(midnight + DAY, where)];
        const given: SlotRules = { hours: always, zone: where, holidays: [], notice: 0, ahead: until - from - 1 };
        expect(freeSlots(given, { now: from, taken: [] })).toHaveLength((until - from) / SLOT_MS);
      }),
      { numRuns: 200 },
    );
  });
});

test('what a zone’s clocks show is the same looked up once for a day as for each time', () => {
  fc.assert(
    fc.property(zone, instant, (where, start) => {
      const clock = wallClock(where);
      for (let at = start; at < start + 2 * DAY; at += SLOT_MS) {
        const shown = new Date(at + offsetAt(at, where));
        expect(clock(at)).toEqual({
          day: shown.toISOString().slice(0, 10),
          weekday: shown.getUTCDay(),
          minute: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
        });
      }
    }),
    { numRuns: 20 },
  );
});

test('a zone is one, however somebody writes its name', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  try {
    for (let n = 0; n < 512; n += 1) {
      const name = Array.from('europe/rome', (letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('');
      expect(offsetAt(0, name)).toBe(HOUR);
    }
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
  } finally {
    made.mockRestore();
  }
});

test('a time on the wall is found again, and one that is skipped is the next there is', () => {
  fc.assert(
    fc.property(zone, instant, (where, at) => {
      const whole = Math.floor(at / 1000) * 1000;
      const shown = whole + offsetAt(whole, where);
      const found = instantOf(shown, where);
      expect(found + offsetAt(found, where)).toBe(shown);
      expect(found).toBeLessThanOrEqual(whole);
    }),
  );
  expect(instantOf(Date.UTC(2026, 2, 29, 2, 30), 'Europe/Rome')).toBe(Date.UTC(2026, 2, 29, 1, 30));
});

test('intervals that touch or overlap are joined, and nothing else is', () => {
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), instant, (intervals, at) => {
      const joined = merged(intervals);
      const covers = (list: readonly Interval[]) => list.some(({ from, until }) => from <= at && at < until);
      expect(covers(joined)).toBe(covers(intervals));
      for (const [index, one] of joined.entries()) if (index > 0) expect(one.from).toBeGreaterThan(joined[index - 1]!.until);
    }),
  );
});
