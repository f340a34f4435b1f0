import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { insights } from '../content/insights.ts';
import { Portfolios } from './portfolios.tsx';

const words = insights.metrics;

function portfolio(id: string, more: Partial<ShownPortfolio>) {
  const figures = { total_return_pf: 5, net_return_pf: 5, sharpe_pf: null, benchmark: null, benchmark2: null };
  const days = { start_date: '2023-12-29', as_of: '2024-12-31' };
  return { id, shortName: id, subName: '', group: 'website', disclosure: disclosed, ...figures, ...days, ...more } as ShownPortfolio;
}

/** Text of the page's head, then of each card. */
function shown(...portfolios: ShownPortfolio[]): string[] {
  const some = { portfolios, dates: sampleDates, missing: 0, busy: false };
  return renderToStaticMarkup(<Portfolios {...some} onMore={() => undefined} onAgain={() => undefined} />).split('<article');
}

test('a sample says so on its own card, and the page calls only samples so', () => {
  const mark = `>${insights.card.sample}</strong>`;
  const [head, real, sample] = shown(portfolio('a', { sample: false }), portfolio('b', { sample: true }));
  expect([real!.includes(mark), sample!.includes(mark)]).toEqual([false, true]);
  expect([head!.includes(words.sample), head!.includes(words.someSamples)]).toEqual([false, true]);
  expect(shown(portfolio('b', { sample: true }))[0]).toContain(words.sample);
});

test('a record under one year is not called a year', () => {
  const [head, short, long] = shown(portfolio('a', { under_one_year: true }), portfolio('b', {}));
  expect(head).toContain(words.underOneYear);
  expect(short).toContain('Net return, under a year');
  expect(short).not.toContain('Annualized');
  expect(long).toContain('Annualized net return');
  expect(shown(portfolio('b', {}))[0]).not.toContain(words.underOneYear);
});
