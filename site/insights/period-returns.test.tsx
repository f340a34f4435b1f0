import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import { PERIODS_NOTE, periodWords } from '../../contract/figures/period-words.ts';
import { signedPercent } from '../../contract/figures/format.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import type { PeriodItem } from '../../contract/portfolio.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { PortfolioCard } from './portfolio-card.tsx';

const end = { to: '2024-12-31', annualized: false };

const periods: PeriodItem[] = [
  { ...end, period: '1y', from: '2023-12-29', annualized: true, pf: 7.123, bm: 6.2, bm2: null },
  { ...end, period: '5y', from: '2019-12-31', annualized: true, pf: -3.1, bm: null, bm2: null },
  { ...end, period: '12m', from: '2022-12-30', to: '2023-12-29', pf: 4.4, bm: 2.2, bm2: 8.8 },
];

const net = { disclosure: disclosed };
const portfolio = { ...net, shortName: 'Trend', name: 'Trend', subName: '', group: 'website', benchmark: null, benchmark2: 'World' };
const days = { start_date: '2017-12-29', as_of: '2024-12-31', net_return_pf: 1, total_return_pf: 1 };

function dialog(shown: PeriodItem[] | undefined): string {
  const one = { ...portfolio, ...days, periods: shown } as unknown as ShownPortfolio;
  return renderToStaticMarkup(<DetailsDialog portfolio={one} date="2024-12-31" methodPaper={undefined} onClose={() => undefined} />);
}

test('the details show every period to everyone, benchmarks beside it, each to its own column', () => {
  const html = dialog(periods);
  for (const one of periods) {
    const [, row = ''] = html.split(`${periodWords(one)}</th>`);
    expect(row.slice(0, row.indexOf('</tr>'))).toContain(signedPercent(one.pf));
    expect(row.slice(0, row.indexOf('</tr>'))).toContain(`<td>${signedPercent(one.bm2)}</td>`);
  }
  expect(html).toContain(PERIODS_NOTE);
  expect(dialog(undefined)).not.toContain(PERIODS_NOTE);
});

test('the card shows every period but the whole, beside its benchmarks, those of a year by their last days', () => {
  const one = { ...portfolio, ...days, periods: [...periods, { ...periods[0], period: 'start', pf: 77.7 }] } as unknown as ShownPortfolio;
  const card = (shown: ShownPortfolio) =>
    renderToStaticMarkup(<PortfolioCard portfolio={shown} label="Q4-2024" scale={() => 0} onMore={() => undefined} />);
  const [, table = ''] = card(one).split('Net return</th>');
  const rows = table
    .slice(0, table.indexOf('</table>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ');
  const said = ['World', '1 year +7.12% n/a', '5 years, per year −3.10% n/a', 'Complete 12 months to', '29 Dec 2023 +4.40% +8.80%'];
  expect(rows.trim()).toBe(['Trend', ...said].join(' '));
  expect(card({ ...one, periods: [] })).not.toContain('12 months');
});

test('a return is called a rate per year only where it is one over more than a year', () => {
  const of = (period: PeriodItem['period'], annualized: boolean) =>
    periodWords({ ...end, period, annualized, from: end.to, pf: 1, bm: 1, bm2: 1 });
  expect([of('start', false), of('ytd', false)]).toEqual(['Since start', 'Year to date']);
  expect([of('start', true), of('3y', true)]).toEqual(['Since start, per year', '3 years, per year']);
});
