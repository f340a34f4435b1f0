import type { ComponentType } from 'react';
import type { Page } from '../../contract/pages.ts';

type PageView = ComponentType<{ page: Page }>;

/** The row of every path that has none: the site's frame around '404: Page not found'. */
export const notFound: Page = {
  path: '404',
  component: 'not-found',
  title: '404: Page not found | Cognitive PRO',
  description: 'There is no page at this address.',
  indexed: false,
};

const loaders = import.meta.glob<PageView>(['../pages/*.tsx', '!../pages/*.{test,testing}.tsx'], { import: 'Page' });

/** The component of a row. */
export async function viewOf({ path, component }: Page): Promise<PageView> {
  const loader = loaders[`../pages/${component}.tsx`];
  if (!loader) throw new Error(`no component for ${path}: site/pages/${component}.tsx`);
  return loader();
}
