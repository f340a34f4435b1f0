import type { PageRow } from './pages.ts';
import type { Posting } from './posting.ts';
import type { RenderedPage, Worn } from './rendering.ts';

/** `open`: the open positions in the order of the page. `known`: every slug that ever existed; a page says of the others that they are closed. */
export type Openings = { open: readonly Posting[]; known: readonly string[] };

/** Kinds of pages; pages of one kind load the same styles. */
export type CareersKind = 'careers' | 'jobs' | 'position';

/** The exports of the build's dist/render/careers.js. */
export type CareersRendering = {
  builtPostings: readonly Posting[];
  renderCareersPage: (page: PageRow, openings: Openings, worn: Worn, kind: CareersKind) => Promise<RenderedPage>;
  sitemap: (open: readonly Posting[]) => string;
};
