import type { CareersRendering } from '../../contract/careers-page.ts';
import { renderDocument } from './render-document.ts';

export { postings as builtPostings } from '../content/postings.ts';
export { sitemap } from './search.ts';

/** Bundled into dist/render/; the server loads it. */
export const renderCareersPage: CareersRendering['renderCareersPage'] = (page, openings, worn, kind) =>
  renderDocument(page, worn, { like: kind, openings });
