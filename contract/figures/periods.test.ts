import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementAt, present } from '../checked.ts';
import { dayOf, isoOf } from './days.ts';
import { record, weekdays } from './figures.testing.ts';
import { periodReturns } from './periods.ts';
import { recordUntil, type TrackRecord } from './record.ts';
import { summarize } from './summary.ts';
import { valuesOf } from './returns.ts';

const ALL = weekdays('2008-01-01', '2024-12-31');
const NOISE = valuesOf(ALL.slice(1).map((_, t) => Math.sin(t * t) / 90 + 0.0003));

/** Values of weekdays, with a benchmark that begins later. */
function daily(first: number, last: number, late = 0): TrackRecord {
  const days = ALL.slice(first, last + 1);
  const benchmark = Float64Array.from(days, (_, t) => (t < late ? Number.NaN : 50 + t * (1 + Math.cos(t) / 9)));
  return { ...record('daily', days, NOISE.slice(first, last + 1)), benchmark };
}

function monthly(first: string, months: number): TrackRecord {
  const [year, month] = first.split('-').map(Number) as [number, number];
  const days = Array.from({ length: months + 1 }, (_, t) => Date.UTC(year, month + t, 0) / 86_400_000);
  return { ...record('monthly', days, NOISE.slice(0, months + 1)), benchmark: NOISE.slice(100, months + 101) };
}

/** The Thursdays before Good Friday that were the last trading day of a month in the generated years, from a calendar. */
const MAUNDY_THURSDAYS = ['2013-03-28', '2018-03-29', '2024-03-28'];

const kinds = (of: TrackRecord) => periodReturns(of).map(({ kind, to }) => (kind === '12m' ? `12m ${isoOf(to)}` : kind));
const find = (of: TrackRecord, kind: string) => present(periodReturns(of).find((one) => one.kind === kind));

/** The period returns by JavaScript dates, without the figures' day arithmetic: every period as [name, from, to, portfolio, benchmark]. */
function independent({ frequency, days, portfolio, benchmark }: TrackRecord) {
  const values = [...days].map((day, t) => ({ date: new Date(day * 86_400_000), own: portfolio[t]!, other: benchmark?.[t] ?? Number.NaN }));
  const last = values.at(-1)!;
  const back = (years: number) => {
    const { date } = last;
    const limit = new Date(date);
    const [year, month] = [date.getUTCFullYear() - years, date.getUTCMonth()];
    // A month has ended if the next trading day is in the next one: after a Friday it is Monday, after the Thursday before Good Friday Tuesday.
    const next = (days: number) => new Date(date.getTime() + days * 86_400_000).getUTCMonth();
    const isMaundyThursday = MAUNDY_THURSDAYS.includes(date.toISOString().slice(0, 10));
    const closed = isMaundyThursday ? 3 : date.getUTCDay() === 5 ? 2 : 0;
    if (next(frequency === 'daily' ? closed + 1 : 1) === month) limit.setUTCFullYear(year);
    else limit.setTime(Date.UTC(year, month + 1, 1) - 86_400_000);
    return frequency === 'monthly' ? values[values.length - 1 - 12 * years] : values.findLast((one) => one.date <= limit);
  };
  const ends = values.findLast(({ date }) => date.getUTCFullYear() < last.date.getUTCFullYear());
  const spans: [string, typeof ends, typeof ends, number][] = [
    ['ytd', ends, last, 1],
    ...([1, 3, 5, 10] as const).map((n): [string, typeof ends, typeof ends, number] => [`${n}y`, back(n), last, n]),
    ...[1, 2, 3, 4, 5].map((n): [string, typeof ends, typeof ends, number] => ['12m', back(n), back(n - 1), 1]),
  ];
  return spans.flatMap(([kind, from, to, years]) => {
    if (from === undefined || to === undefined) return [];
    const grown = (a: number, b: number) => Math.exp(Math.log(b / a) / years) - 1;
    const iso = (one: { date: Date }) => one.date.toISOString().slice(0, 10);
    return [[kind, iso(from), iso(to), grown(from.own, to.own), Number.isNaN(from.other) ? null : grown(from.other, to.other)] as const];
  });
}

function expectSame(of: TrackRecord): void {
  const found = periodReturns(of).filter(({ kind }) => kind !== 'start');
  const theirs = independent(of);
  expect(found.map(({ kind, from, to }) => [kind, isoOf(from), isoOf(to)])).toEqual(theirs.map(([kind, from, to]) => [kind, from, to]));
  for (const [index, one] of found.entries()) {
    const [, , , own, other] = elementAt(theirs, index);
    expect(Math.abs(one.portfolio - own)).toBeLessThan(1e-9);
    if (other === null) expect(one.benchmark).toBeNull();
    else expect(Math.abs(present(one.benchmark) - other)).toBeLessThan(1e-9);
  }
}

test('every period equals an independent computation, of days and of months', () => {
  const index = fc.integer({ min: 0, max: ALL.length - 1 });
  fc.assert(
    fc.property(index, index, fc.nat(3000), (one, other, late) => expectSame(daily(Math.min(one, other), Math.max(one, other), late))),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 190 }), (month, months) =>
      expectSame(monthly(`2008-${month}`, months)),
    ),
    { numRuns: 100 },
  );
});

test('no value after the day has a part in them', () => {
  const whole = daily(0, ALL.length - 1);
  fc.assert(
    fc.property(fc.integer({ min: 300, max: ALL.length - 2 }), (end) => {
      const changed = { ...whole, portfolio: whole.portfolio.map((value, t) => (t > end ? value * 3 : value)) };
      const day = elementAt(ALL, end);
      expect(periodReturns(present(recordUntil(changed, day)))).toEqual(periodReturns(daily(0, end)));
    }),
    { numRuns: 20 },
  );
});

test('nothing under twelve months is annualized, and nothing is called longer than the record', () => {
  expect(kinds(monthly('2024-01', 6))).toEqual(['start']);
  expect(find(monthly('2024-01', 6), 'start').annualized).toBe(false);
  expect(kinds(monthly('2023-12', 12))).toEqual(['ytd', '1y', 'start', '12m 2024-12-31']);
  expect(kinds(monthly('2014-12', 119))).not.toContain('10y');
  expect(kinds(monthly('2014-12', 120))).toContain('10y');
  expect(find(monthly('2014-12', 120), 'ytd').annualized).toBe(false);
  expect(periodReturns(monthly('2024-01', 0))).toEqual([]);
});

test('the last day of February is a year after that of the year before', () => {
  const until = (iso: string) => present(recordUntil(daily(0, ALL.length - 1), present(dayOf(iso))));
  expect(isoOf(find(until('2023-02-28'), '3y').from)).toBe('2020-02-28');
  expect(isoOf(find(until('2017-02-28'), '1y').from)).toBe('2016-02-29');
  expect(isoOf(find(until('2016-02-29'), '1y').from)).toBe('2015-02-27');
});

test('a year that ends on a weekend begins as its calendar year does', () => {
  const until = (iso: string) => present(recordUntil(daily(0, ALL.length - 1), present(dayOf(iso))));
  for (const day of ['2023-12-29', '2023-12-31']) {
    const of = until(day);
    expect([isoOf(find(of, '1y').from), find(of, '1y').portfolio]).toEqual(['2022-12-30', find(of, 'ytd').portfolio]);
  }
});

test('twelve months up to the last trading day of a month are a year; a day less is none', () => {
  const between = (first: string, last: string) => {
    const at = (iso: string) => present(ALL.findIndex((day) => isoOf(day) === iso));
    return daily(at(first), at(last));
  };
  for (const [first, last] of [
    ['2022-12-30', '2023-12-29'],
    ['2023-03-31', '2024-03-28'],
    ['2017-03-31', '2018-03-29'],
  ] as const) {
    const whole = between(first, last);
    expect(kinds(whole).filter((kind) => kind !== 'ytd')).toEqual(['1y', 'start', `12m ${last}`]);
    const { years, portfolio } = summarize(whole, 0);
    expect([years, find(whole, '1y').from, find(whole, '1y').portfolio]).toEqual([1, whole.days[0], portfolio.net]);
    expect(portfolio.sharpe).not.toBeNull();
    const less = { ...whole, days: whole.days.subarray(1), portfolio: whole.portfolio.subarray(1), benchmark: undefined };
    expect([kinds(less).includes('1y'), summarize(less, 0).years < 1]).toEqual([false, true]);
  }
  // Five years, though it is two days less by the calendar.
  expect(kinds(between('2018-12-31', '2023-12-29'))).toContain('5y');
  // 28 March 2023 was a Tuesday, and 26 December 2024 a Thursday.
  expect(kinds(between('2022-03-31', '2023-03-28'))).not.toContain('1y');
  expect(kinds(between('2023-12-27', '2024-12-26'))).not.toContain('1y');
});

test('the periods of twelve months link to five years, and the one since the start is the net return', () => {
  const of = daily(0, ALL.length - 1);
  const years = periodReturns(of).filter(({ kind }) => kind === '12m');
  expect(years).toHaveLength(5);
  const linked = years.reduce((growth, one) => growth * (1 + one.portfolio), 1);
  expect(linked).toBeCloseTo((1 + find(of, '5y').portfolio) ** 5, 9);
  expect(find(of, 'start').portfolio).toBe(summarize(of, 0).portfolio.net);
});
