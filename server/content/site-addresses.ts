import { pageOf, pages } from '../../contract/pages.ts';

/** Whether the site has something at an address that a text may link to. */
export function isSitePage(path: string): boolean {
  return pageOf(path) !== undefined || pages.some((page) => page.path === path) || FILES.test(path);
}

/** Addresses that are no pages of the table: papers, reports, positions. */
const FILES = /^\/(?:resources|downloads|jobs)\b/;
