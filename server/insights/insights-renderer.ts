import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InsightsProps, InsightsRendering } from '../../contract/insights-page.ts';
import { fill, type Placeholders } from '../http/site.ts';

export type RenderInsights = (props: InsightsProps) => Promise<string>;

/**
 * Loads the built renderer with the first page that needs it.
 * @param folder path of `dist`
 */
export function insightsRenderer(folder: string, settings: Placeholders): RenderInsights {
  const address = pathToFileURL(join(folder, 'render/insights.js')).href;
  return async (props) => {
    const { renderInsights } = (await import(/* @vite-ignore */ address)) as InsightsRendering;
    return fill(renderInsights(props), settings);
  };
}
