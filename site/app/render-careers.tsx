import type { CareersPage, CareersRendering, Openings } from '../../contract/careers-page.ts';
import { pageOf, type PageRow } from '../../contract/pages.ts';
import { postingPage, postingPath } from '../../contract/posting.ts';
import { postings } from '../content/postings.ts';
import { documentHtml, type DocumentParts } from './document.ts';
import { renderPage } from './prerender.tsx';
import { sitemap } from './search.ts';

type Worn = Record<'careers' | 'jobs' | 'position', DocumentParts & { csp: string }>;

export const builtPostings: CareersRendering['builtPostings'] = postings;

/** Bundled into dist/render/, for the server to load: the list, the page of each open position, and that of each closed one. */
export const renderCareers: CareersRendering['renderCareers'] = async (openings, text) => {
  const worn = JSON.parse(text) as Worn;
  const render = (page: PageRow, kind: keyof Worn) => rendered(page, openings, worn[kind]);
  const closed = openings.known.filter((slug) => openings.open.every((posting) => posting.slug !== slug));
  const jobs = pageOf('/jobs')!;
  const pages = [
    render(pageOf('/careers')!, 'careers'),
    render(jobs, 'jobs'),
    ...openings.open.map((posting) => render(postingPage(posting), 'position')),
    ...closed.map((slug) => render({ ...jobs, path: postingPath({ slug }), mode: slug }, 'jobs')),
  ];
  return { pages: await Promise.all(pages), sitemap: sitemap(openings.open) };
};

async function rendered(page: PageRow, openings: Openings, { csp, ...parts }: Worn['jobs']): Promise<CareersPage> {
  const { html } = await renderPage(page, openings);
  return { path: page.path, html: documentHtml(page, html, parts), csp };
}
