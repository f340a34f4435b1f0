import type { Posting } from './posting.ts';

/** What is open, in the order of the page, and every slug that ever was: of those that are not open a page says that they are closed. */
export type Openings = { open: readonly Posting[]; known: readonly string[] };

/** A page as it is sent, settings still to be filled in. */
export type CareersPage = { path: string; html: string; csp: string };

/** What the build's dist/render/careers.js exports. `worn` is the text of dist/render/careers.json. */
export type CareersRendering = {
  builtPostings: readonly Posting[];
  renderCareers: (openings: Openings, worn: string) => Promise<{ pages: readonly CareersPage[]; sitemap: string }>;
};
