import type { ComponentType } from 'react';
import { pageOf, type Page } from '../../contract/pages.ts';

export type PageView = ComponentType<{ page: Page }> & {
  /** For one that shows several pages at one path: the row of the one that a query asks for. */
  rowOf?: (row: Page, search: string) => Page;
};

/** The row of every path that has none: the site's frame around '404: Page not found'. */
export const notFound: Page = {
  path: '404',
  component: 'not-found',
  title: '404: Page not found | Cognitive PRO',
  description: 'There is no page at this address.',
  indexed: false,
  still: true,
};

const loaders = import.meta.glob<PageView>(['../pages/*.tsx', '!../pages/*.{test,testing}.tsx'], { import: 'Page' });
const loaded = new Map<string, PageView>();

/** The row for a path, known or not. */
export function rowAt(path: string): Page {
  return pageOf(path) ?? notFound;
}

/** The component of a row when it is here already. */
export function viewOf(row: Page): PageView | undefined {
  return loaded.get(row.component);
}

/** Brings the component of a row. */
export async function loadView(row: Page): Promise<PageView> {
  const here = loaded.get(row.component);
  if (here) return here;
  const loader = loaders[`../pages/${row.component}.tsx`];
  if (!loader) throw new Error(`no component for ${row.path}: site/pages/${row.component}.tsx`);
  const view = await loader();
  loaded.set(row.component, view);
  return view;
}
