import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CareersRendering, Openings } from '../../../contract/careers-page.ts';
import type { Posting } from '../../../contract/posting.ts';
import { fill, filledPage, filledPolicy, type Placeholders } from '../../http/site.ts';

export type RenderCareers = {
  /** The positions that the site was built with. */
  built: () => Promise<readonly Posting[]>;
  render: (openings: Openings) => ReturnType<CareersRendering['renderCareers']>;
};

/**
 * The build's own renderer, loaded with the first page that needs it. Settings stand in their places.
 * @param folder `dist`
 */
export function careersRenderer(folder: string, settings: Placeholders, extendPolicy: (policy: string) => string): RenderCareers {
  const address = pathToFileURL(join(folder, 'render/careers.js')).href;
  const load = () => import(/* @vite-ignore */ address) as Promise<CareersRendering>;
  return {
    built: async () => (await load()).builtPostings,
    async render(openings) {
      const { renderCareers } = await load();
      const { pages, sitemap } = await renderCareers(openings, readFileSync(join(folder, 'render/careers.json'), 'utf8'));
      const filled = pages.map(({ path, html, csp }) => ({
        path,
        html: filledPage(html, settings),
        csp: extendPolicy(filledPolicy(csp, settings)),
      }));
      return { pages: filled, sitemap: fill(sitemap, settings) };
    },
  };
}
