import '../styles/fonts.css';
import '../../ui/tokens.css';
import '../styles/base.css';
import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { postingPage } from '../../contract/posting.ts';
import { pageOf, pages, type PageRow } from '../../contract/pages.ts';
import { postings } from '../content/postings.ts';
import { loadIslands } from '../islands/island.tsx';
import { Shell } from './shell.tsx';

export { documentHtml } from './document.ts';
export { searchFiles } from './search.ts';

/** The row of every path that has none: the site's frame around '404: Page not found'. */
const notFound: PageRow = {
  path: '404',
  component: 'not-found',
  title: '404: Page not found | Cognitive PRO',
  description: 'There is no page at this address.',
  indexed: false,
};

export const everyPage: readonly PageRow[] = [...pages, ...postings.map(postingPage), notFound];

const views = import.meta.glob<ComponentType<{ page: PageRow }>>('../pages/*/page.tsx', { import: 'Page' });

export async function renderPage(page: PageRow): Promise<{ html: string; islands: string[] }> {
  const [View] = await Promise.all([views[`../pages/${page.component}/page.tsx`]!(), loadIslands()]);
  const faults: unknown[] = [];
  const shell = (
    <Shell page={page}>
      <View page={page} />
    </Shell>
  );
  const { prelude } = await prerender(shell, {
    // Nothing is streamed here, so nothing large is put behind and moved into its place by a script.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void faults.push(error),
  });
  if (faults.length > 0) throw faults[0];
  const html = await new Response(prelude).text();
  return { html, islands: [...new Set(Array.from(html.matchAll(/ data-island="([\w-]+)"/g), ([, name]) => name!))] };
}

/** The page at an address, as the server picks it. For `npm run dev`. */
export function pageAt(url: URL): PageRow {
  const path = pageOf(url.pathname)?.path;
  const named = everyPage.find((page) => page.path === path + url.search);
  return named ?? pageOf(url.pathname) ?? notFound;
}
