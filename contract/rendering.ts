import type { CampaignView, ShownCampaign } from './campaign-rendering.ts';
import type { PageRow } from './pages.ts';

/** The styles, fonts and scripts of pages: dist/render/worn.json, written by the build. */
export type Worn = {
  /** The address of the script of every page. */
  client: string;
  headScript: string;
  /** The parts of the content that code draws in the browser. */
  browserParts: readonly string[];
  /** The text of each style sheet, by file. */
  styles: Readonly<Record<string, string>>;
  /** By path, and by kind for pages that staff add. `laterFonts`: fonts of content below the first view. */
  pages: Readonly<Record<string, { sheets: readonly string[]; fonts: readonly string[]; laterFonts: readonly string[] }>>;
};

/** A rendered page and its Content-Security-Policy, with placeholders for settings. */
export type RenderedPage = { path: string; html: string; csp: string };

/** What the server uses of the build's dist/render/site.js. */
export type SiteRendering = {
  everyPage: readonly PageRow[];
  renderDocument: (page: PageRow, worn: Worn) => Promise<RenderedPage>;
  renderCampaign: (campaign: ShownCampaign, view: CampaignView, worn: Worn) => Promise<RenderedPage>;
};
