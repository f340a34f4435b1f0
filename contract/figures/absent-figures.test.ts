import { expect, test } from 'vitest';
import type { PortfolioDetail } from '../portfolio.ts';
import { absentWords } from './absent-figures.ts';

const risk = { volatility: 4, max_drawdown: -2, sortino: 1 };
const relative = {
  from: '2020-01-31',
  net_return_pf: 1,
  net_return_bm: 1,
  excess_return: 0,
  tracking_error: 1,
  information_ratio: 1,
  beta: 1,
  alpha: 0,
  correlation: 1,
  up_capture: 100,
  down_capture: 100,
};

function detail(more: object, beside: object = relative): PortfolioDetail {
  const part = { shortName: 'A', benchmark: 'World', benchmark2: null, sharpe_pf: 1, net_return_pf: 1, net_return_bm: 1, sharpe_bm: 1 };
  return {
    ...part,
    analytics: { pf: risk, bm: risk, bm2: null, relative: beside, relative2: null },
    ...more,
  } as unknown as PortfolioDetail;
}

test('a figure that there is not says why', () => {
  expect(absentWords(detail({}))).toEqual([]);
  expect(absentWords(detail({ under_one_year: true }))).toEqual([
    'Volatility, ratios and regression are not available: the record is under one year.',
  ]);
  expect(absentWords(detail({ sharpe_pf: null }, { ...relative, down_capture: null }))).toEqual([
    'Not available: Sharpe ratio, where returns do not vary.',
    'Not available: Down capture, where the benchmark never fell.',
  ]);
  expect(absentWords(detail({}, { ...relative, tracking_error: null, information_ratio: null, beta: null }))).toEqual([
    'Figures against World are not available: both have less than one year in common.',
  ]);
  expect(
    absentWords(detail({ analytics: { pf: { ...risk, sortino: null }, bm: null, bm2: null, relative: null, relative2: null } })),
  ).toEqual(['Not available: Sortino ratio, where no return is below the risk-free rate.']);
});
