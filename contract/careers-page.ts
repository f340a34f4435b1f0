import type { PageRow } from './pages.ts';
import type { Posting } from './posting.ts';

/** `open`: the open positions in the order of the page. `known`: every slug that ever existed; a page says of the others that they are closed. */
export type Openings = { open: readonly Posting[]; known: readonly string[] };

/** Kinds of pages; pages of one kind load the same styles. */
export type CareersKind = 'careers' | 'jobs' | 'position';

/** A rendered page, with placeholders for settings. */
export type CareersPage = { path: string; html: string; csp: string };

/** The exports of the build's dist/render/careers.js. dist/render/careers.json lists what the pages of each kind load. */
export type CareersRendering<Worn = unknown> = {
  builtPostings: readonly Posting[];
  renderCareersPage: (page: PageRow, openings: Openings, worn: Worn) => Promise<CareersPage>;
  sitemap: (open: readonly Posting[]) => string;
};
