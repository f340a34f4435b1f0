import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import { describe, expect, it } from 'vitest';
import type { InsightsProps, ShownPortfolio } from '../../contract/insights-page.ts';
import { signedPercent } from '../../contract/figures/format.ts';
import { metric } from '../../contract/figures/metrics.ts';
import { placeholders } from '../../contract/placeholders.ts';
import { contentSecurityPolicy } from './csp.ts';
import { insights as words } from '../content/insights.ts';
import { renderInsights } from './render-insights.tsx';

const portfolio: ShownPortfolio = {
  id: 'one',
  group: 'website',
  shortName: 'One <& "only">',
  subName: '',
  name: 'One',
  description: '<script>alert(1)</script>',
  benchmark: 'Euro Bonds',
  benchmark2: null,
  start_date: '2017-12-29',
  as_of: '2024-12-31',
  sample: true,
  version: 1,
  disclosure: disclosed,
  total_return_pf: 75.123,
  total_return_bm: 12.5,
  total_return_bm2: null,
  net_return_pf: 8.333,
  net_return_bm: 1.7,
  net_return_bm2: null,
  sharpe_pf: 0.99,
  sharpe_bm: 0.2,
  sharpe_bm2: null,
  excess_return: 6.633,
  excess_return2: null,
};
const paper = {
  id: 'p',
  name: 'A paper.pdf',
  descr: 'What it says.',
  img: '/resources/papers/p.avif?size=1',
  webViewLink: '/resources/papers/p.pdf',
};
const props = (more: Partial<InsightsProps> = {}): InsightsProps => ({
  mode: undefined,
  portfolios: [portfolio],
  dates: { website: '2024-12-31', cognitive: '2024-12-30' },
  missing: 0,
  papers: [paper],
  ...more,
});

describe('the insights island as the server renders it', () => {
  it('has the figures and the papers in it', () => {
    const html = renderInsights(props());
    for (const value of [portfolio.total_return_pf, portfolio.net_return_pf, portfolio.total_return_bm, portfolio.excess_return])
      expect(html).toContain(signedPercent(value));
    for (const word of ['Managed since', words.metrics.sample, 'A paper', 'What it says.', `${placeholders.api}/resources/papers/p.pdf`])
      expect(html).toContain(word);
    expect(html).not.toContain(words.metrics.none);
    // The key comes before the content that it explains.
    expect(html.indexOf(words.metrics.scale)).toBeLessThan(html.indexOf('<article'));
  });

  it('says above the cards by which of its figures they are ordered', () => {
    const html = renderInsights(props());
    const said = html.indexOf(words.metrics.status);
    expect(words.metrics.status.toLowerCase()).toContain(`in the order of the ${metric('net').label.toLowerCase()}`);
    expect(said).toBeGreaterThan(0);
    expect(said).toBeLessThan(html.indexOf('<article'));
  });

  it('says how many could not be had, and nothing where all are there', () => {
    expect(renderInsights(props({ missing: 2 }))).toContain('2 portfolios could not be loaded just now.');
    expect(renderInsights(props({ missing: 'some' }))).toContain('Some portfolios could not be loaded just now.');
    expect(renderInsights(props())).not.toContain('could not be loaded');
  });

  it('marks a return as ahead of its benchmark or behind it, in words too, whatever its sign', () => {
    const shown = (total_return_pf: number, total_return_bm: number | null) =>
      renderInsights(props({ portfolios: [{ ...portfolio, total_return_pf, total_return_bm, net_return_bm: null }] }));
    expect(shown(4.4, 13.27)).toMatch(/M5 8 0 0h10z.{0,40}\+4\.40%.{0,120}Behind its benchmark/);
    expect(shown(-4.4, -13.27)).toMatch(/M5 0 10 8H0z.{0,40}−4\.40%.{0,120}Ahead of its benchmark/);
    expect(shown(4.401, 4.399)).toMatch(/Level with its benchmark/);
    expect(shown(4.4, null)).not.toMatch(/its benchmark<|M5 (?:0 10|8 0)/);
  });

  it('names the last day of each portfolio, and says where cards end on different days', () => {
    const other = { ...portfolio, id: 'two', as_of: '2024-12-30' };
    const html = renderInsights(props({ portfolios: [portfolio, other] }));
    const cards = html.split('</article>').slice(0, 2);
    expect(cards.map((card) => /<dt[^>]*>.*?<time dateTime="([^"]+)"/s.exec(card)?.[1])).toEqual(['2024-12-31', '2024-12-30']);
    expect(html).toContain('30 or 31 December 2024');
    expect(html).toContain(words.metrics.ends);
    expect(renderInsights(props())).not.toContain(words.metrics.ends);
  });

  it('names a card by the reporting date, or where its record lags by its own last day, which it says once more', () => {
    const late = { ...portfolio, id: 'two', as_of: '2024-11-29', lags: true as const };
    const html = renderInsights(props({ portfolios: [portfolio, late] }));
    const cards = html.split('</article>').slice(0, 2);
    expect(cards.map((card) => /<span class="[^"]*">(Q\d-\d+|to \d+ \w+ \d+)<\/span>/.exec(card)?.[1])).toEqual([
      'Q4-2024',
      'to 29 Nov 2024',
    ]);
    expect(cards.map((card) => card.includes(words.card.lags))).toEqual([false, true]);
    const other = renderInsights(props({ dates: { website: '2025-03-31', cognitive: '2025-03-31' } }));
    expect(other).toContain('Q1-2025');
    expect(renderInsights(props({ portfolios: [], dates: { website: '2025-03-31', cognitive: '2025-03-31' } }))).toContain('31 March 2025');
  });

  it('is text only where it is data, and breaks no policy of its page', async () => {
    const html = renderInsights(props());
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    await expect(contentSecurityPolicy(html, { scripts: false })).resolves.toContain("script-src 'none'");
  });

  it('says in a line that there is none, with a way to try again, and keeps what there is', () => {
    const none = renderInsights(props({ portfolios: [] }));
    for (const word of [words.metrics.none, words.again, 'A paper']) expect(none).toContain(word);
    const noPapers = renderInsights(props({ papers: [] }));
    for (const word of [words.papers.none, words.again, 'One']) expect(noPapers).toContain(word);
  });

  it('has papers alone in sent mode', () => {
    const html = renderInsights(props({ mode: 'sent' }));
    expect(html).toMatch(/<h1[^>]*>Papers/);
    expect(html).not.toContain('Managed since');
  });
});
