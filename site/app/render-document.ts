import type { Words } from '../../contract/content-fields.ts';
import type { RenderedPage, Worn } from '../../contract/rendering.ts';
import type { PageRow } from '../../contract/pages.ts';
import { contentSecurityPolicy } from './csp.ts';
import { documentHtml } from './document.ts';
import type { RenderedWith } from '../sections/rendered-with.tsx';
import { renderPage } from './prerender.tsx';

/** Renders a whole page, with placeholders for settings. @param like the page or kind of page in `worn` whose styles and fonts it loads */
export async function renderDocument(
  page: PageRow,
  worn: Worn,
  { like = page.path, ...given }: RenderedWith & { like?: string } = {},
): Promise<RenderedPage> {
  const loads = worn.pages[like];
  if (loads === undefined) throw new Error(`the build has no styles for ${like}`);
  const { html: rendered } = await renderPage(page, given);
  const shared = page.scripts === false ? {} : wordsOf(worn.browserParts);
  const css = loads.sheets.map((sheet) => worn.styles[sheet] ?? '').join('');
  const html = documentHtml(page, rendered, { ...loads, css, headScript: worn.headScript, client: worn.client, words: shared });
  return { path: page.path, html, csp: await contentSecurityPolicy(html, page) };
}

/** The words that staff changed in these parts of the content, which scripts show in the browser. */
function wordsOf(parts: readonly string[]): Words {
  return Object.fromEntries(
    Object.entries(globalThis.siteWords ?? {}).filter(([path]) => parts.includes(path.slice(0, path.indexOf('.')))),
  );
}
