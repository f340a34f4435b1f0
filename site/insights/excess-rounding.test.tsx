import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { signedPercent } from '../../contract/figures/format.ts';
import { EXCESS_ROUNDING } from '../../contract/figures/metrics.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import { DetailsDialog } from './details-dialog.tsx';
import { Method } from './method.tsx';
import { PortfolioCard } from './portfolio-card.tsx';

/** With the rounded figures, 13.75 − 10.53 is 3.22. */
const portfolio = {
  shortName: 'Trend',
  name: 'Trend',
  subName: '',
  group: 'website',
  benchmark: 'World',
  benchmark2: null,
  start_date: '2017-12-29',
  as_of: '2024-12-31',
  net_return_pf: 13.7452,
  net_return_bm: 10.5348,
  excess_return: 3.2104,
} as unknown as ShownPortfolio;

test('an excess return says that it comes from unrounded figures, wherever it stands beside rounded ones', () => {
  const card = renderToStaticMarkup(<PortfolioCard portfolio={portfolio} label="Q4-2024" scale={() => 0} onMore={() => undefined} />);
  const dialog = renderToStaticMarkup(
    <DetailsDialog portfolio={portfolio} date="2024-12-31" methodPaper={undefined} onClose={() => undefined} />,
  );
  for (const shown of [card, dialog]) {
    expect(shown).toContain(signedPercent(portfolio.excess_return));
    expect(shown.split(EXCESS_ROUNDING)).toHaveLength(2);
  }
  expect(renderToStaticMarkup(<Method />)).toContain(EXCESS_ROUNDING);

  const alone = { ...portfolio, benchmark: null, net_return_bm: null, excess_return: null };
  expect(
    renderToStaticMarkup(<DetailsDialog portfolio={alone} date="2024-12-31" methodPaper={undefined} onClose={() => undefined} />),
  ).not.toContain(EXCESS_ROUNDING);
});
