import type { PageRow } from './pages.ts';
import type { Paper } from './paper.ts';
import type { PortfolioDetail, PortfolioGroup } from './portfolio.ts';

export type ShownPortfolio = PortfolioDetail & { group: PortfolioGroup };

/** What the insights pages show, in their order; empty where nothing can be had. */
export type InsightsData = {
  portfolios: readonly ShownPortfolio[];
  /** How many others there are that cannot be had; `some` where not even that is known. */
  missing: MissingCount;
  papers: readonly Paper[];
};

export type MissingCount = number | 'some';

export type InsightsProps = InsightsData & { mode: PageRow['mode'] };

/** What stands in the built insights pages where the server puts the island's props, as JSON, and its HTML. */
export const insightsMarks = { props: '[insights-props]', html: '[insights-html]' } as const;

/** What the build's dist/render/insights.js exports: the island's HTML, settings still to be filled in. */
export type InsightsRendering = { renderInsights: (props: InsightsProps) => string };

/** The highest annualized net return first. */
export function byNetReturn(a: PortfolioDetail, b: PortfolioDetail): number {
  return b.net_return_pf - a.net_return_pf;
}
