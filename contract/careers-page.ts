import type { PageRow } from './pages.ts';
import type { Posting } from './posting.ts';

/** What is open, in the order of the page, and every slug that ever was: of those that are not open a page says that they are closed. */
export type Openings = { open: readonly Posting[]; known: readonly string[] };

/** Pages of one kind wear the same styles. */
export type CareersKind = 'careers' | 'jobs' | 'position';

/** A page as it is sent, settings still to be filled in. */
export type CareersPage = { path: string; html: string; csp: string };

/** What the build's dist/render/careers.js exports; dist/render/careers.json says what the pages of each kind wear. */
export type CareersRendering<Worn = unknown> = {
  builtPostings: readonly Posting[];
  renderCareersPage: (page: PageRow, openings: Openings, worn: Worn) => Promise<CareersPage>;
  sitemap: (open: readonly Posting[]) => string;
};
