import { insightsIsland, type InsightsOnly } from '../../contract/insights-page.ts';

/**
 * The island of the insights pages shows data of the running server, which puts props and HTML into the page (site/app/render-insights.tsx). It fills
 * most of the page, so its code is loaded only when one of its buttons is about to be used.
 * @param only on a campaign page: whether it shows the portfolios or the papers
 * @param verifies on a page that a mail's link leads to: what the visitor had asked for
 */
export function PortfoliosAndPapersIsland({ verifies, only }: { verifies?: 'details' | 'papers' | undefined; only?: InsightsOnly }) {
  return <div data-island="portfolios-and-papers" data-when="control" {...insightsIsland(only)} data-verifies={verifies} />;
}
