import type { InsightsRendering } from '../../contract/insights-page.ts';
import { PortfoliosAndPapers } from '../insights/portfolios-and-papers.tsx';
import { islandHtml } from '../islands/island-html.tsx';

export { parts } from '../content/declared.ts';

/** Bundled separately into dist/render/; the server loads it. The prefix has to match PortfoliosAndPapersIsland's. */
export const renderInsights: InsightsRendering['renderInsights'] = (props) =>
  islandHtml(PortfoliosAndPapers, props, props.only ? `insights-${props.only}` : 'insights');
