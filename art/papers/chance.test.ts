import { expect, test } from 'vitest';
import { cumulativeReturn, returnsOf } from '../../contract/figures/returns.ts';
import { sharpeRatio } from '../../contract/figures/risk.ts';
import { chanceRecord, deepestFalls, expectedBest, normalBelow } from './chance.ts';

test('probabilities and order statistics are those of the tables', () => {
  for (const [x, below] of [
    [0, 0.5],
    [-1, 0.158655],
    [1.959964, 0.975],
    [-3, 0.00135],
  ] as const) {
    expect(normalBelow(x)).toBeCloseTo(below, 5);
  }
  // Values from H. L. Harter, Expected values of normal order statistics, Biometrika 1961.
  for (const [count, best] of [
    [1, 0],
    [2, 0.5642],
    [10, 1.5388],
    [100, 2.5076],
  ] as const) {
    expect(expectedBest(count)).toBeCloseTo(best, 3);
  }
});

test('a record of chance is the same every time, and many have the Sharpe ratio that was asked for', () => {
  expect(chanceRecord('a', 3)).toEqual(chanceRecord('a', 3));
  expect(cumulativeReturn(chanceRecord('a', 3))).not.toBe(cumulativeReturn(chanceRecord('b', 3)));
  const ratios = Array.from(
    { length: 400 },
    (_, i) => sharpeRatio(returnsOf(chanceRecord(`s${i}`, 10, { sharpe: 0.5 })), 12, 0) ?? Number.NaN,
  );
  const average = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  expect(average).toBeGreaterThan(0.4);
  expect(average).toBeLessThan(0.6);
});

test('a longer record has a deeper fall behind it', () => {
  const { middle, worst } = deepestFalls(5, 0.5, 200);
  for (let year = 1; year <= 5; year++) {
    expect(middle[year]).toBeLessThanOrEqual(middle[year - 1]);
    expect(worst[year]).toBeLessThan(middle[year]);
  }
});
