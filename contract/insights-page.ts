import type { ReportingDates } from './figures/reporting-date.ts';
import type { PageRow } from './pages.ts';
import type { Paper } from './paper.ts';
import type { PortfolioDetail, PortfolioGroup } from './portfolio.ts';

export type ShownPortfolio = PortfolioDetail & { group: PortfolioGroup };

/** Data of the insights pages, in the order shown; empty if nothing could be read. */
export type InsightsData = {
  portfolios: readonly ShownPortfolio[];
  /** The days whose figures the page shows, and asks the data calls for. */
  dates: ReportingDates;
  /** How many other portfolios could not be read; `some` if their number is unknown. */
  missing: MissingCount;
  papers: readonly Paper[];
};

export type MissingCount = number | 'some';

/** On campaign pages one of the two lists stands alone. */
export type InsightsOnly = 'portfolios' | 'papers';

export type InsightsProps = InsightsData & { mode: PageRow['mode']; only?: InsightsOnly | undefined };

/** Marks in the built insights pages that the server replaces by the island's props, as JSON, and its HTML. */
export const insightsMarks = { props: '[insights-props]', html: '[insights-html]' } as const;

export function insightsMarksFor(only: InsightsOnly | undefined): { props: string; html: string } {
  return only === undefined ? insightsMarks : { props: `[insights-props-${only}]`, html: `[insights-html-${only}]` };
}

/** The attributes of the island's element, as the build writes it. */
export function insightsIsland(only: InsightsOnly | undefined) {
  const { props, html } = insightsMarksFor(only);
  const prefix = only === undefined ? 'insights' : `insights-${only}`;
  return { 'data-prefix': prefix, 'data-props': props, dangerouslySetInnerHTML: { __html: html } };
}

/** The exports of the build's dist/render/insights.js. */
export type InsightsRendering = {
  /** @returns the island's HTML, with placeholders for settings */
  renderInsights: (props: InsightsProps) => string;
  /** The parts of the content that the island shows, as they ship. */
  parts: ReadonlyMap<string, unknown>;
};

/** Sorts by annualized net return, the highest first. */
export function byNetReturn(a: PortfolioDetail, b: PortfolioDetail): number {
  return b.net_return_pf - a.net_return_pf;
}
