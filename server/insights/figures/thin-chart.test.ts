import { expect, test } from 'vitest';
import { thinChart } from './thin-chart.ts';

test('keeps the first day and the last, and what was lowest and highest, in their order', () => {
  const pf = Array.from({ length: 5000 }, (_, n) => 100 + (n % 1234) + (n === 777 ? 10_000 : 0) - (n === 4321 ? 99 : 0));
  const days = pf.map((_, n) => String(n).padStart(4, '0'));
  const thin = thinChart({ days, pf, bm: pf, bm2: null, drawdown: pf });
  expect(thin.days.length).toBeGreaterThan(800);
  expect(thin.days.length).toBeLessThanOrEqual(1000);
  expect(thin.days).toEqual(thin.days.toSorted());
  expect([thin.days.at(0), thin.days.at(-1)]).toEqual(['0000', '4999']);
  for (const day of ['0777', '4321']) expect(thin.days).toContain(day);
  expect(thin.pf).toEqual(thin.days.map((day) => pf[Number(day)]));
  expect([thin.bm, thin.bm2, thin.drawdown]).toEqual([thin.pf, null, thin.pf]);
});

test('leaves a shorter one as it is', () => {
  const chart = { days: ['2024-01-01'], pf: [100], bm: null, bm2: null, drawdown: [0] };
  expect(thinChart(chart)).toBe(chart);
});
