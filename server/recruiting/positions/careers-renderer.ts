import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CareersKind, CareersPage, CareersRendering, Openings } from '../../../contract/careers-page.ts';
import { present } from '../../../contract/checked.ts';
import { pageOf, type PageRow } from '../../../contract/pages.ts';
import { postingPage, postingPath, type Posting } from '../../../contract/posting.ts';
import { fill, filledPage, filledPolicy, type Placeholders } from '../../http/site.ts';

export type RenderCareers = {
  /** The positions that the site was built with. */
  built: () => Promise<readonly Posting[]>;
  render: (openings: Openings) => Promise<{ pages: readonly CareersPage[]; sitemap: string }>;
};

/**
 * The build's own renderer, loaded for the first page that needs it. Replaces the placeholders of settings.
 * @param folder `dist`
 */
export function careersRenderer(folder: string, settings: Placeholders, extendPolicy: (policy: string) => string): RenderCareers {
  const address = pathToFileURL(join(folder, 'render/careers.js')).href;
  const load = () => import(/* @vite-ignore */ address) as Promise<CareersRendering>;
  return {
    built: async () => (await load()).builtPostings,
    async render(openings) {
      const rendering = await load();
      const worn = JSON.parse(readFileSync(join(folder, 'render/careers.json'), 'utf8')) as Record<CareersKind, unknown>;
      const rows = careersPages(openings).map(async ({ page, kind }) => {
        const { path, html, csp } = await rendering.renderCareersPage(page, openings, worn[kind]);
        return { path, html: filledPage(html, settings), csp: extendPolicy(filledPolicy(csp, settings)) };
      });
      return { pages: await Promise.all(rows), sitemap: fill(rendering.sitemap(openings.open), settings) };
    },
  };
}

/** The pages with lists of positions, and one page for each position, open or closed. */
export function careersPages({ open, known }: Openings): { page: PageRow; kind: CareersKind }[] {
  const jobs = present(pageOf('/jobs'));
  const closed = known.filter((slug) => open.every((posting) => posting.slug !== slug));
  return [
    { page: present(pageOf('/careers')), kind: 'careers' },
    { page: jobs, kind: 'jobs' },
    ...open.map((posting) => ({ page: postingPage(posting), kind: 'position' as const })),
    ...closed.map((slug) => ({ page: { ...jobs, path: postingPath({ slug }), mode: slug }, kind: 'jobs' as const })),
  ];
}
