import '../../ui/styles/fonts.css';
import '../../ui/tokens.css';
import '../../ui/styles/base.css';
import '../styles/base.css';
import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { postingPage } from '../../contract/posting.ts';
import { notFoundPage, pageOf, pages, type PageRow } from '../../contract/pages.ts';
import { postings } from '../content/postings.ts';
import { Shell } from './shell.tsx';

export { documentHtml } from './document.ts';
export { searchFiles } from './search.ts';

export const everyPage: readonly PageRow[] = [...pages, ...postings.map(postingPage), notFoundPage];

const views = import.meta.glob<ComponentType<{ page: PageRow }>>('../pages/*/page.tsx', { import: 'Page' });

export async function renderPage(page: PageRow): Promise<{ html: string; islands: string[] }> {
  const View = await views[`../pages/${page.component}/page.tsx`]!();
  const shell = (
    <Shell page={page}>
      <View page={page} />
    </Shell>
  );
  const { prelude } = await prerender(shell);
  const html = await new Response(prelude).text();
  return { html, islands: [...new Set(Array.from(html.matchAll(/ data-island="([\w-]+)"/g), ([, name]) => name!))] };
}

/** The page at an address, as the server picks it. For `npm run dev`. */
export function pageAt(url: URL): PageRow {
  const row = pageOf(url.pathname) ?? notFoundPage;
  return everyPage.find(({ path }) => path === row.path + url.search) ?? row;
}
