import '../../ui/styles/fonts.css';
import '../../ui/tokens.css';
import '../../ui/layout.css';
import '../../ui/styles/base.css';
import '../styles/base.css';
import type { ComponentType } from 'react';
import { prerender } from 'react-dom/static';
import { postingPage } from '../../contract/posting.ts';
import { notFoundPage, pageOf, pages, type PageRow } from '../../contract/pages.ts';
import { postings } from '../content/postings.ts';
import { WithContent, type RenderedWith } from '../sections/rendered-with.tsx';
import { Shell } from './shell.tsx';

export const everyPage: readonly PageRow[] = [...pages, ...postings.map(postingPage), notFoundPage];

const views = import.meta.glob<ComponentType<{ page: PageRow }>>('../pages/*/page.tsx', { import: 'Page' });

/** @param given by default the positions of the site's content, and no campaign */
export async function renderPage(page: PageRow, given: RenderedWith = {}): Promise<{ html: string; islands: string[] }> {
  const View = await views[`../pages/${page.component}/page.tsx`]!();
  const { prelude } = await prerender(
    <WithContent {...given}>
      <Shell page={page}>
        <View page={page} />
      </Shell>
    </WithContent>,
  );
  const html = await new Response(prelude).text();
  return { html, islands: [...new Set(Array.from(html.matchAll(/ data-island="([\w-]+)"/g), ([, name = '']) => name))] };
}

/** The page at an address, as the server would pick it; for `npm run dev`. */
export function pageAt(url: URL): PageRow {
  const row = pageOf(url.pathname) ?? notFoundPage;
  return everyPage.find(({ path }) => path === row.path + url.search) ?? row;
}
