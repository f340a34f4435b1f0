import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementAt } from '../checked.ts';
import { monthlyReturns, yearlyReturns } from './calendar-returns.ts';
import { dayFrom, dayOf, isoOf, partsOf, weekdayOf } from './days.ts';
import { monthly, weekdays } from './figures.testing.ts';
import { cumulativeReturn, valuesOf } from './returns.ts';

describe('calendar returns', () => {
  test('say which month and year is partial', () => {
    const days = Int32Array.from(weekdays('2022-11-16', '2024-02-14'));
    const values = valuesOf(new Array<number>(days.length - 1).fill(0.001));
    expect(
      monthlyReturns(days, values)
        .filter((m) => m.partial)
        .map((m) => [m.year, m.month]),
    ).toEqual([
      [2022, 11],
      [2024, 2],
    ]);
    expect(yearlyReturns(days, values).map((y) => [y.year, y.partial])).toEqual([
      [2022, true],
      [2023, false],
      [2024, true],
    ]);
  });

  test('a base on the last day of a year makes the next one whole', () => {
    const days = Int32Array.from(weekdays('2022-12-30', '2023-12-29'));
    const values = valuesOf(new Array<number>(days.length - 1).fill(0.001));
    expect(yearlyReturns(days, values)).toMatchObject([{ year: 2023, partial: false }]);
  });

  test('begin where a late line begins', () => {
    const row = Array.from({ length: 24 }, (_, t) => Math.sin(t) / 20);
    const { days, benchmark } = monthly(row, row);
    benchmark!.fill(Number.NaN, 0, 12);
    const months = monthlyReturns(days, benchmark!);
    expect(months).toHaveLength(12);
    expect(months[0]?.value).toBeCloseTo(elementAt(row, 12), 12);
  });

  test('months link to years, and years to the cumulative return', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 900 }), fc.nat({ max: 400 }), fc.nat(), (length, offset, seed) => {
        const start = dayOf('2019-06-14')! + offset;
        const days = Array.from({ length }, (_, t) => start + t);
        const values = valuesOf(days.slice(1).map((_, t) => Math.sin(seed + t * 7) / 50));
        const months = monthlyReturns(Int32Array.from(days), values);
        const byYear = yearlyReturns(Int32Array.from(days), values);
        const link = (parts: readonly { value: number }[]) => parts.reduce((product, part) => product * (1 + part.value), 1) - 1;
        expect(link(months)).toBeCloseTo(cumulativeReturn(values), 10);
        expect(link(byYear)).toBeCloseTo(cumulativeReturn(values), 10);
        for (const year of byYear) expect(link(months.filter((m) => m.year === year.year))).toBeCloseTo(year.value, 10);
      }),
    );
  });
});

describe('days', () => {
  test('days and ISO dates are two ways to say one thing; what is no day is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: dayFrom(1600, 1, 1), max: dayFrom(2199, 12, 31) }), (day) => {
        expect(dayOf(isoOf(day))).toBe(day);
        expect(weekdayOf(day)).toBe(new Date(isoOf(day)).getUTCDay());
        expect(dayFrom(...partsOf(day))).toBe(day);
      }),
    );
    for (const day of [dayFrom(1000, 1, 1) - 1, dayFrom(1000, 1, 1), dayFrom(9999, 12, 31), dayFrom(10_000, 1, 1)])
      expect(`${isoOf(day)}T00:00:00.000Z`).toContain(new Date(day * 86_400_000).toISOString().slice(0, 10));
    expect(() => isoOf(Number.NaN)).toThrow(RangeError);
    for (const text of ['2023-02-29', '2024-13-01', '2024-06-31', '24-06-01', '2024-6-1', '', '2024-12-31T00:00Z', '0000-00-00']) {
      expect(dayOf(text)).toBeUndefined();
    }
  });
});
