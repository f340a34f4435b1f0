import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementAt, present } from '../checked.ts';
import { monthlyReturns, yearlyReturns } from './calendar-returns.ts';
import { dayOf, isoOf, yearsBetween } from './days.ts';
import { B, BASE_B, monthly, P, record, weekdays } from './figures.testing.ts';
import { recordUntil, type TrackRecord } from './record.ts';
import { annualizedReturn, cumulativeReturn, returnsOf, valuesOf } from './returns.ts';
import { drawdowns, maxDrawdown, sharpeRatio, volatility } from './risk.ts';
import { summarize } from './summary.ts';

describe('the golden case: figures of quantstats, empyrical and PerformanceAnalytics for one record of 24 months', () => {
  const golden = monthly(P, B);

  test.each([
    ['cumulative return', summarize(golden, 0).portfolio.total, 0.141617527],
    ['annualized return', summarize(golden, 0).portfolio.net, 0.0684650331],
    ['annualized return of the benchmark', summarize(golden, 0).benchmark?.net, 0.032577625],
    ['volatility', summarize(golden, 0).portfolio.volatility, 0.0619483919],
    ['Sharpe ratio at 0 %', summarize(golden, 0).portfolio.sharpe, 1.1017235136],
    ['Sharpe ratio at 3 %', summarize(golden, 0.03).portfolio.sharpe, 0.6239833115],
    ['maximum drawdown', summarize(golden, 0).portfolio.maxDrawdown, -0.041],
    ['excess return', summarize(golden, 0).relative?.excess, 0.0358874082],
    ['tracking error', summarize(golden, 0).relative?.trackingError, 0.0135556743],
    ['information ratio', summarize(golden, 0).relative?.informationRatio, 2.647408569],
  ])('%s', (_, ours, theirs) => {
    expect(Math.abs(ours! - theirs)).toBeLessThan(1e-9);
  });

  test('drawdown of −10 %, 2 %, −5 %, 8 %', () => {
    expect(maxDrawdown(valuesOf([-0.1, 0.02, -0.05, 0.08]))).toBeCloseTo(-0.1279, 12);
  });
});

describe('pitfalls', () => {
  test('a loss in the first period is a drawdown: the base is a peak', () => {
    expect(maxDrawdown(valuesOf([-0.2, 0.1]))).toBeCloseTo(-0.2, 12);
    expect([...drawdowns(valuesOf([0.1, -0.5]))]).toEqual([0, 0, -0.5]);
  });

  test('constant returns have no Sharpe ratio and no information ratio, whatever rounding leaves of their deviation', () => {
    for (const rate of [0.01, 0.0001, 0.1 / 3, 0, -0.002]) {
      const steady = monthly(new Array<number>(36).fill(rate), B.concat(BASE_B));
      expect(summarize(steady, 0.03).portfolio.sharpe).toBeNull();
      expect(summarize(steady, 0).portfolio.volatility).toBeCloseTo(0, 9);
    }
    const alike = monthly(B, B);
    expect(summarize(alike, 0).relative?.informationRatio).toBeNull();
    expect(summarize(alike, 0).relative?.excess).toBeCloseTo(0, 12);
  });

  test('under one year nothing is annualized', () => {
    const short = summarize(monthly(P.slice(0, 11), B.slice(0, 11)), 0);
    expect(short.portfolio).toMatchObject({ volatility: null, sharpe: null, net: short.portfolio.total });
    expect(short.relative).toMatchObject({
      trackingError: null,
      informationRatio: null,
      beta: null,
      alpha: null,
      correlation: null,
      upCapture: null,
      downCapture: null,
    });
    expect(short.relative?.excess).toBeCloseTo(short.portfolio.total - present(short.benchmark).total, 15);
    const whole = summarize(monthly(P.slice(0, 12), B.slice(0, 12)), 0);
    expect(whole.portfolio.net).toBeCloseTo(whole.portfolio.total, 15);
    expect(whole.portfolio.sharpe).not.toBeNull();
  });

  test('daily and monthly values of one growth have one return, each with the periods of its own year', () => {
    const days = weekdays('2020-12-31', '2023-12-29');
    const growth = (day: number) => 100 * 1.08 ** yearsBetween(elementAt(days, 0), day);
    const daily: TrackRecord = record('daily', days, Float64Array.from(days, growth));
    const ends = days.filter((day, t) => isoOf(day).slice(0, 7) !== isoOf(days[t + 1] ?? 0).slice(0, 7));
    const ofMonths = record('monthly', ends, Float64Array.from(ends, growth));
    expect(summarize(daily, 0).portfolio.total).toBeCloseTo(summarize(ofMonths, 0).portfolio.total, 12);
    expect(summarize(daily, 0).portfolio.net).toBeCloseTo(0.08, 3);
    expect(summarize(ofMonths, 0).portfolio.net).toBeCloseTo(0.08, 3);

    const noise = valuesOf(days.slice(1).map((_, t) => (t % 2 === 0 ? 0.01 : -0.009)));
    expect(summarize(record('daily', days, noise), 0).portfolio.volatility).toBeCloseTo(0.0095 * Math.sqrt(252), 3);
  });

  test('a leap year is one year', () => {
    expect(years('2020-01-01', '2021-01-01')).toBe(1);
    expect(years('2021-01-01', '2022-01-01')).toBe(1);
    expect(years('2020-02-29', '2021-02-28')).toBe(1);
    expect(years('2020-02-29', '2024-02-29')).toBe(4);
    expect(years('2019-02-28', '2020-02-28')).toBe(1);
    expect(years('2023-12-31', '2024-12-30')).toBeLessThan(1);
    expect(years('2016-12-31', '2024-12-31')).toBe(8);
    expect(annualizedReturn(0.21, years('2019-12-31', '2021-12-31'))).toBeCloseTo(0.1, 12);
  });

  test('a benchmark that starts later is compared over the common days only, and has no figures of another period', () => {
    const late = monthly(P, B);
    late.benchmark?.fill(Number.NaN, 0, 12);
    const { benchmark, relative } = summarize(late, 0);
    const common = summarize(monthly(P.slice(12), B.slice(12)), 0);
    expect(benchmark).toBeNull();
    expect(relative?.from).toBe(late.days[12]);
    expect(relative?.excess).toBeCloseTo(present(common.relative).excess, 12);
    expect(relative?.trackingError).toBeCloseTo(present(common.relative?.trackingError), 12);
  });

  test('a benchmark that has not started by the date is none', () => {
    const late = monthly(P, B);
    late.benchmark?.fill(Number.NaN, 0, 12);
    expect(summarize(until(late, elementAt(late.days, 5)), 0)).toMatchObject({ benchmark: null, relative: null });
  });

  test('on the day it starts a record has returned nothing', () => {
    const one = summarize(until(monthly(P, B), elementAt(monthly(P, B).days, 0)), 0);
    expect(one.portfolio).toEqual({ total: 0, net: 0, volatility: null, sharpe: null, sortino: null, maxDrawdown: 0 });
    expect(recordUntil(monthly(P, B), elementAt(monthly(P, B).days, 0) - 1)).toBeUndefined();
  });

  test('a date between two values takes the last one before it', () => {
    const golden = monthly(P, B);
    expect(recordUntil(golden, elementAt(golden.days, 5) + 3)).toEqual(recordUntil(golden, elementAt(golden.days, 5)));
  });
});

const returns = (min: number, max: number) =>
  fc.array(
    fc.integer({ min: -2000, max: 2500 }).map((points) => points / 10_000),
    { minLength: min, maxLength: max },
  );

describe('properties', () => {
  test('values and returns are two ways to say one thing', () => {
    fc.assert(
      fc.property(returns(1, 60), (row) => {
        for (const [t, value] of returnsOf(valuesOf(row)).entries()) expect(value).toBeCloseTo(elementAt(row, t), 12);
      }),
    );
  });

  test('no look-ahead: what comes after the date changes nothing, not the last digit', () => {
    fc.assert(
      fc.property(returns(2, 80), returns(1, 40), fc.nat(), (row, other, pick) => {
        const cut = pick % row.length;
        const real = monthly(
          row,
          row.map((r) => r / 2),
        );
        const future = [...row.slice(0, cut), ...other];
        const changed = monthly(
          future,
          future.map((r) => r / 2),
        );
        const at = elementAt(real.days, cut);
        expect(summarize(until(changed, at), 0.02)).toEqual(summarize(until(real, at), 0.02));
        expect(monthlyReturns(changed.days.subarray(0, cut + 1), changed.portfolio.subarray(0, cut + 1))).toEqual(
          monthlyReturns(real.days.subarray(0, cut + 1), real.portfolio.subarray(0, cut + 1)),
        );
      }),
    );
  });

  test('a longer record with the same growth has the same annualized return, and never a smaller drawdown', () => {
    fc.assert(
      fc.property(returns(12, 12), fc.integer({ min: 2, max: 8 }), (year, times) => {
        const one = summarize(monthly(year, year), 0).portfolio;
        const many = summarize(monthly(new Array(times).fill(year).flat(), BASE_B), 0).portfolio;
        expect(many.net).toBeCloseTo(one.net, 9);
        expect(many.total).toBeCloseTo((1 + one.total) ** times - 1, 6 - Math.ceil(Math.log10(2 + Math.abs(many.total))));
        expect(many.maxDrawdown).toBeLessThanOrEqual(one.maxDrawdown + 1e-12);
      }),
    );
  });

  test('scaling every value changes no figure', () => {
    fc.assert(
      fc.property(returns(13, 60), fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (row, scale) => {
        const one = monthly(
          row,
          row.map((r) => r / 3 + 0.001),
        );
        const scaled = { ...one, portfolio: one.portfolio.map((v) => v * scale), benchmark: one.benchmark?.map((v) => v * scale) };
        close(summarize(scaled, 0.01), summarize(one, 0.01));
      }),
    );
  });

  test('splitting: the parts link to the whole', () => {
    fc.assert(
      fc.property(returns(2, 60), fc.nat(), (row, pick) => {
        const values = valuesOf(row);
        const cut = pick % values.length;
        const linked = (1 + cumulativeReturn(values.slice(0, cut + 1))) * (1 + cumulativeReturn(values.slice(cut))) - 1;
        expect(linked).toBeCloseTo(cumulativeReturn(values), 9);
      }),
    );
  });

  test('the order of returns moves the drawdown, not the Sharpe ratio; leverage at no cost keeps it', () => {
    fc.assert(
      fc.property(returns(12, 60), fc.double({ min: 0.1, max: 3, noNaN: true }), (row, leverage) => {
        const spread = Math.max(...row) - Math.min(...row);
        fc.pre(spread > 1e-3);
        const one = present(sharpeRatio(Float64Array.from(row), 12));
        expect(sharpeRatio(Float64Array.from(row.toReversed()), 12)).toBeCloseTo(one, 9);
        expect(
          sharpeRatio(
            Float64Array.from(row, (r) => r * leverage),
            12,
          ),
        ).toBeCloseTo(one, 8);
        expect(
          volatility(
            Float64Array.from(row, (r) => r * leverage),
            12,
          ),
        ).toBeCloseTo(volatility(Float64Array.from(row), 12)! * leverage, 9);
      }),
    );
  });
});

describe('speed', () => {
  // A ratio, because milliseconds depend on the machine and on other work there; `npm run bench` measures those.
  test('all figures of forty years of daily values cost no more than eight times those of ten', () => {
    const recordFrom = (first: string) => {
      const days = weekdays(first, '2024-12-31');
      const line = (seed: number) => valuesOf(days.slice(1).map((_, t) => Math.sin(seed + t * t) / 80));
      return { ...record('daily', days, line(1)), benchmark: line(2), benchmark2: line(3) };
    };
    const processorOf = (whole: TrackRecord) => {
      const began = process.threadCpuUsage();
      for (let run = 0; run < 10; run++) {
        const known = until(whole, elementAt(whole.days, whole.days.length - 1 - ((run * 37) % 1000)));
        const { portfolio } = summarize(known, 0.02);
        const months = monthlyReturns(known.days, known.portfolio);
        const byYear = yearlyReturns(known.days, known.portfolio);
        expect(portfolio.total + months.length + byYear.length).not.toBeNaN();
      }
      const { user, system } = process.threadCpuUsage(began);
      return user + system;
    };
    const [ten, forty] = [recordFrom('2014-12-31'), recordFrom('1984-12-31')];
    // In turns, and the quickest of each counts: other work on the same core only adds time.
    const pairs = Array.from({ length: 5 }, () => [processorOf(ten), processorOf(forty)] as const);
    expect(Math.min(...pairs.map(([, of40]) => of40))).toBeLessThan(8 * Math.min(...pairs.map(([of10]) => of10)));
  });
});

function years(first: string, last: string): number {
  return yearsBetween(present(dayOf(first)), present(dayOf(last)));
}

function close(ours: unknown, theirs: unknown): void {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(theirs)));
  } else if (typeof ours === 'object' && ours !== null) {
    for (const [key, value] of Object.entries(ours)) close(value, (theirs as Record<string, unknown>)[key]);
  } else expect(ours).toEqual(theirs);
}

function until(whole: TrackRecord, day: number): TrackRecord {
  return present(recordUntil(whole, day));
}
