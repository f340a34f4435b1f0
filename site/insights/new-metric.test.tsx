import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { metrics, type Metric } from '../../contract/figures/metrics.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { Method } from './method.tsx';
import { PortfolioCard } from './portfolio-card.tsx';

const calmar = {
  key: 'calmar',
  label: 'Calmar ratio',
  short: 'Calmar',
  format: 'ratio',
  relative: false,
  onCard: true,
  formula: { left: { letter: 'C' }, right: { of: 'quotient', left: { letter: 'A' }, right: { letter: 'D' } } },
  text: 'Return for each unit of the deepest fall.',
};
(metrics as Metric[]).push(calmar as unknown as Metric);

const portfolio = {
  shortName: 'Trend',
  subName: '',
  group: 'website',
  benchmark: 'World',
  benchmark2: null,
  start_date: '2017-12-29',
  as_of: '2024-12-31',
  total_return_pf: 75.1,
  net_return_pf: 8.3,
  sharpe_pf: 0.6,
  more: { calmar: { pf: 1.239, bm: 0.451, bm2: null } },
} as unknown as ShownPortfolio;

test('a metric is a row: it stands on the card, the benchmark beside the portfolio, and in the method', () => {
  const card = renderToStaticMarkup(<PortfolioCard portfolio={portfolio} label="Q4-2024" scale={() => 0} onMore={() => undefined} />);
  for (const text of ['Calmar ratio', '+1.24', '+0.45']) expect(card).toContain(text);
  const method = renderToStaticMarkup(<Method />);
  for (const text of ['Calmar ratio', calmar.text]) expect(method).toContain(text);
});
