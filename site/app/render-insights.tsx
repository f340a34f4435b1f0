import type { InsightsRendering } from '../../contract/insights-page.ts';
import { Insights } from '../insights/insights.tsx';
import { islandHtml } from '../islands/island-html.tsx';

/** Bundled by itself into dist/render/, for the server to load. The prefix is the one of InsightsIsland. */
export const renderInsights: InsightsRendering['renderInsights'] = (props) => islandHtml(Insights, props, 'insights');
