import type { CareersRendering } from '../../contract/careers-page.ts';
import { documentHtml, type DocumentParts } from './document.ts';
import { renderPage } from './prerender.tsx';

export { postings as builtPostings } from '../content/postings.ts';
export { sitemap } from './search.ts';

/** Bundled into dist/render/; the server loads it. */
export const renderCareersPage: CareersRendering<DocumentParts & { csp: string }>['renderCareersPage'] = async (page, openings, worn) => {
  const { html } = await renderPage(page, openings);
  return { path: page.path, html: documentHtml(page, html, worn), csp: worn.csp };
};
