import { insightsMarks } from '../../contract/insights-page.ts';

/**
 * The island of the insights pages shows data of the running server, which puts props and HTML into the page (site/app/render-insights.tsx). It fills
 * most of the page, so its code is loaded only when one of its buttons is about to be used.
 * @param verifies on a page that a mail's link leads to: what the visitor had asked for
 */
export function PortfoliosAndPapersIsland({ verifies }: { verifies?: 'details' | 'papers' | undefined }) {
  return (
    <div
      data-island="portfolios-and-papers"
      data-when="control"
      data-prefix="insights"
      data-props={insightsMarks.props}
      data-verifies={verifies}
      dangerouslySetInnerHTML={{ __html: insightsMarks.html }}
    />
  );
}
