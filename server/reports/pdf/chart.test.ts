import { expect, test } from 'vitest';
import { placesOf, tickNumber, tickPercent } from './chart.ts';

test('days are placed by time: thinned days, days without a value and records of months change nothing', () => {
  const plot = { x: 10, width: 366 };
  expect(placesOf(['2024-01-01', '2024-01-11', '2024-07-01', '2025-01-01'], plot)).toEqual([10, 20, 192, 376]);
  expect(placesOf(['2024-07-01'], plot, ['2024-01-01', '2025-01-01'])).toEqual([192]);
  expect(placesOf(['2024-07-01'], plot)).toEqual([10]);
});

test('no two marks of an axis read the same', () => {
  expect([-1, -0.5, 0].map(tickPercent)).toEqual(['−1%', '−0.5%', '0%']);
  expect([100, 100.5, 1500].map(tickNumber)).toEqual(['100', '100.5', '1,500']);
});
