import { insightsMarks } from '../../contract/insights-page.ts';

/**
 * The island of the insights pages shows data of the running server, which puts props and HTML into the page
 * (site/app/render-insights.tsx). It fills most of its page, so only a sign from one of its buttons brings its code.
 * @param verifies of a page that the link of a mail leads to: what was asked for before
 */
export function InsightsIsland({ verifies }: { verifies?: 'details' | 'papers' | undefined }) {
  return (
    <div
      data-island="insights"
      data-when="control"
      data-prefix="insights"
      data-props={insightsMarks.props}
      data-verifies={verifies}
      dangerouslySetInnerHTML={{ __html: insightsMarks.html }}
    />
  );
}
