import type { PageRow } from '../../contract/pages.ts';

export const navigation = [
  { href: '/cognitivepro', label: 'Cognitive PRO' },
  { href: '/insights', label: 'Insights' },
  { href: '/about', label: 'About' },
] as const;

/** Modes of a page, such as `/insights/paper`, belong to its item too. */
export function isCurrentPage(page: PageRow, href: string): boolean {
  return page.path === href;
}
