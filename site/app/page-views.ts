import type { ComponentType } from 'react';
import type { PageRow } from '../../contract/pages.ts';

type PageView = ComponentType<{ page: PageRow }>;

/** The row of every path that has none: the site's frame around '404: Page not found'. */
export const notFound: PageRow = {
  path: '404',
  component: 'not-found',
  title: '404: Page not found | Cognitive PRO',
  description: 'There is no page at this address.',
  indexed: false,
};

const loaders = import.meta.glob<PageView>('../pages/*/page.tsx', { import: 'Page' });

export async function viewOf({ path, component }: PageRow): Promise<PageView> {
  const loader = loaders[`../pages/${component}/page.tsx`];
  if (!loader) throw new Error(`no component for ${path}: site/pages/${component}/page.tsx`);
  return loader();
}
