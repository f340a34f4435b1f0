import type { PageRow } from '../../contract/pages.ts';

/** Whether an item of the navigation links to this page. */
export function isCurrentPage(page: PageRow, href: string): boolean {
  return page.path === href;
}
