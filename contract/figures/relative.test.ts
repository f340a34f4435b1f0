import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementAt, present } from '../checked.ts';
import { dayOf } from './days.ts';
import { B, monthly, P } from './figures.testing.ts';
import { summarize, type Summary } from './summary.ts';

const RISING = [
  { from: present(dayOf('2019-01-01')), rate: 0.01 },
  { from: present(dayOf('2020-10-01')), rate: 0.04 },
];

/** Sortino ratio by empyrical and quantstats, captures by PerformanceAnalytics; regressions and correlation by statsmodels, SciPy and NumPy, which agree. */
test.each([
  ['Sortino ratio at 0 %', summarize(monthly(P, B), 0).portfolio.sortino, 1.814444210277],
  ['Sortino ratio at 3 %', summarize(monthly(P, B), 0.03).portfolio.sortino, 0.928299165089],
  ['up capture', summarize(monthly(P, B), 0).relative?.upCapture, 1.12676056338],
  ['down capture', summarize(monthly(P, B), 0).relative?.downCapture, 0.750628140704],
  ['beta', summarize(monthly(P, B), 0).relative?.beta, 0.963991735012],
  ['alpha at 0 %', summarize(monthly(P, B), 0).relative?.alpha, 0.03547428101],
  ['alpha at 3 %', summarize(monthly(P, B), 0.03).relative?.alpha, 0.034408607864],
  ['correlation', summarize(monthly(P, B), 0).relative?.correlation, 0.976446221916],
  // 1 % and, from 1 October 2020 on, 4 %: each month at the rate that holds at its end.
  ['Sharpe ratio at two rates', summarize(monthly(P, B), RISING).portfolio.sharpe, 0.644970935318],
  ['Sortino ratio at two rates', summarize(monthly(P, B), RISING).portfolio.sortino, 0.984397467094],
  ['beta at two rates', summarize(monthly(P, B), RISING).relative?.beta, 0.967126751047],
  ['alpha at two rates', summarize(monthly(P, B), RISING).relative?.alpha, 0.034437838735],
])('%s of the golden case', (_, ours, theirs) => {
  expect(Math.abs(present(ours) - theirs)).toBeLessThan(1e-9);
});

test('there is none where a line does not vary, or never fell', () => {
  const flat = monthly(P, new Array<number>(24).fill(0.01));
  expect(summarize(flat, 0).relative).toMatchObject({ beta: null, alpha: null, correlation: null, downCapture: null });
  expect(summarize(monthly(P.map(Math.abs), B), 0).portfolio.sortino).toBeNull();
});

describe('properties of the figures beside a benchmark', () => {
  /** The figures of a monthly record relative to its benchmark, at a risk-free rate. */
  const beside = (ours: readonly number[], theirs: readonly number[], rate = 0.02) =>
    present(summarize(monthly(ours, theirs), rate).relative);
  const lines = fc
    .array(fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })), { minLength: 12, maxLength: 60 })
    .map(
      (rows) =>
        [
          [0.02, -0.03, ...rows.map(([a]) => a / 10_000)],
          [0.04, -0.02, ...rows.map(([, b]) => b / 10_000)],
        ] as const,
    );

  test('against itself: beta, correlation and both captures are 1, and alpha is 0', () => {
    fc.assert(
      fc.property(lines, ([, theirs]) => {
        close(pick(beside(theirs, theirs)), { beta: 1, alpha: 0, correlation: 1, upCapture: 1, downCapture: 1 });
      }),
    );
  });

  test('at no rate, leverage multiplies beta, alpha and the captures, and keeps the correlation', () => {
    fc.assert(
      fc.property(lines, fc.double({ min: 0.1, max: 3, noNaN: true }), ([ours, theirs], leverage) => {
        const one = pick(beside(ours, theirs, 0));
        const more = pick(
          beside(
            ours.map((value) => value * leverage),
            theirs,
            0,
          ),
        );
        const times = (value: number | null) => present(value) * leverage;
        close(more, {
          beta: times(one.beta),
          alpha: times(one.alpha),
          correlation: one.correlation,
          upCapture: times(one.upCapture),
          downCapture: times(one.downCapture),
        });
      }),
    );
  });

  test('the regression leaves nothing that moves with the benchmark, and passes through the means (its normal equations)', () => {
    fc.assert(
      fc.property(lines, ([ours, theirs]) => {
        const { beta, alpha, correlation } = beside(ours, theirs);
        const rate = 1.02 ** (1 / 12) - 1;
        const left = ours.map((value, t) => value - rate - present(alpha) / 12 - present(beta) * (elementAt(theirs, t) - rate));
        expect(left.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
        expect(left.reduce((sum, value, t) => sum + value * elementAt(theirs, t), 0)).toBeCloseTo(0, 9);
        expect(Math.abs(present(correlation))).toBeLessThanOrEqual(1);
        // The slopes of both regressions multiply to the square of the correlation.
        expect(present(beta) * present(beside(theirs, ours).beta)).toBeCloseTo(present(correlation) ** 2, 8);
      }),
    );
  });
});

function pick({ beta, alpha, correlation, upCapture, downCapture }: NonNullable<Summary['relative']>) {
  return { beta, alpha, correlation, upCapture, downCapture };
}

function close(ours: unknown, theirs: unknown): void {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(theirs)));
  } else if (typeof ours === 'object' && ours !== null) {
    for (const [key, value] of Object.entries(ours)) close(value, (theirs as Record<string, unknown>)[key]);
  } else expect(ours).toEqual(theirs);
}
