import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import { UNDISCLOSED } from '../../contract/figures/disclosure-words.ts';
import { growthLines, simulatedAndActual } from '../../contract/figures/growth-lines.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import type { Analytics } from '../../contract/portfolio.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { Portfolios } from './portfolios.tsx';

const returns = { start_date: '2021-12-31', as_of: '2024-12-31', total_return_pf: 5, net_return_pf: 1.6, sharpe_pf: null };
const none = { benchmark: null, benchmark2: null, total_return_bm: null, net_return_bm: null };
const about = { id: 'a', name: 'Alpine Income', shortName: 'Alpine', subName: '', description: '', group: 'website', sample: false };
const portfolio = (more: Partial<ShownPortfolio>) => ({ ...about, ...none, ...returns, ...more }) as ShownPortfolio;
const card = (one: ShownPortfolio) => {
  const shown = { portfolios: [one], dates: sampleDates, missing: 0 as const, busy: false };
  return renderToStaticMarkup(<Portfolios {...shown} onMore={() => undefined} onAgain={() => undefined} />);
};
const dialog = (one: ShownPortfolio) =>
  renderToStaticMarkup(<DetailsDialog portfolio={one} date="2024-12-31" methodPaper={undefined} onClose={() => undefined} />);

const gross = { ...disclosed, returns: 'gross', management_fee: 'left out' };
const whole = { ...disclosed, results: 'back-tested' };
const simulated = { results: 'back-tested', ...returns, start_date: '2019-12-31', as_of: '2021-12-31', net_return_pf: 9.99 } as const;
const parted = portfolio({ disclosure: { ...whole, actual_since: '2021-12-31' }, results: 'actual', simulated } as Partial<ShownPortfolio>);

test('returns are called net only where they are, and a record from before claims nothing', () => {
  const [net, before, unstated] = [disclosed, gross, undefined].map((disclosure) => portfolio(disclosure ? { disclosure } : {}));
  expect(card(net!)).toMatch(/EUR, net of costs and fees.*Total net return/);
  for (const text of [card(before!), dialog(before!), card(unstated!), dialog(unstated!)]) expect(text).not.toMatch(/net of|net return/i);
  expect(card(before!)).toContain('EUR, gross, before management fee');
  expect(card(unstated!)).toContain('Costs and fees not stated');
  expect(dialog(unstated!)).toContain(UNDISCLOSED);
});

test('simulated figures are marked and look different, on card and in the details', () => {
  const one = portfolio({ disclosure: whole, results: 'back-tested' });
  expect(card(one)).toMatch(/class="card simulated".*>Back-tested<.*Total net return, back-tested.*Back-tested since/s);
  expect(card(portfolio({ disclosure: disclosed, results: 'actual' }))).not.toMatch(/simulated|back-tested/i);
  expect(dialog(one)).toContain('no money was managed');
});

test('a part that was simulated stands by itself, and its line meets the actual one without being part of it', () => {
  expect(card(parted)).not.toContain('9.99');
  const details = dialog(parted);
  const at = details.indexOf('Back-tested: 31 December 2019 to 31 December 2021');
  expect(details.indexOf('+9.99%')).toBeGreaterThan(at);
  expect(details.slice(at)).toContain('Back-tested to 31 December 2021, actual since: no figure, rate or line is of both.');
  const chart = { days: ['2021-12-31', '2022-12-30'], pf: [100, 105], bm: null, bm2: null, drawdown: [0, 0] };
  const before = { days: ['2019-12-31', '2020-12-31', '2021-12-31'], pf: [80, 90, 100], bm: null, bm2: null };
  const lines = growthLines(parted, { chart, simulated: { chart: before } } as unknown as Analytics);
  expect(lines).toMatchObject({ pf: [80, 90, 100, 105], drawdown: [null, null, 0, 0], actualFrom: 2, mark: 'Back-tested' });
  expect(simulatedAndActual(lines)).toEqual([
    [80, 90, 100, null],
    [null, null, 100, 105],
  ]);
});
