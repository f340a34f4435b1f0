import type { PageRow } from '../../contract/pages.ts';

export const navigation = [
  { href: '/cognitivepro', label: 'Cognitive PRO' },
  { href: '/insights', label: 'Insights' },
  { href: '/about', label: 'About' },
] as const;

/** Whether an item of the navigation links to this page. */
export function isCurrentPage(page: PageRow, href: string): boolean {
  return page.path === href;
}
