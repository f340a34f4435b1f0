import type { PageRow } from '../../contract/pages.ts';
import type { documentHtml } from './document.ts';

/** What React rendered of a page, and the names of the islands in it. */
export type RenderedPage = { html: string; islands: string[] };

/** What prerender.tsx has for the tools that build and serve pages. */
export type Rendering = {
  everyPage: readonly PageRow[];
  renderPage: (page: PageRow) => Promise<RenderedPage>;
  documentHtml: typeof documentHtml;
  searchFiles: Readonly<Record<string, string>>;
  pageAt: (url: URL) => PageRow;
};
