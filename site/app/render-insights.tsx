import type { InsightsRendering } from '../../contract/insights-page.ts';
import { Insights } from '../insights/insights.tsx';
import { islandHtml } from '../islands/island-html.tsx';

/** Bundled separately into dist/render/; the server loads it. The prefix has to match InsightsIsland's. */
export const renderInsights: InsightsRendering['renderInsights'] = (props) => islandHtml(Insights, props, 'insights');
