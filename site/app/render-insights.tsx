import type { InsightsRendering } from '../../contract/insights-page.ts';
import { islandHtml } from '../islands/island-html.tsx';
import { Component } from '../islands/insights.tsx';

/** Bundled by itself into dist/render/, for the server to load. The prefix is the one of LiveIsland. */
export const renderInsights: InsightsRendering['renderInsights'] = (props) => islandHtml(Component, props, 'insights');
