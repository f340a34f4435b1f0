import { expect, test } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { isCurrentPage } from './navigation-items.ts';

test('a page is current at its own address, and not where its main page is named for search engines', () => {
  for (const page of pages) {
    expect(isCurrentPage(page, page.path)).toBe(true);
    if (page.canonical !== undefined && page.canonical !== page.path) expect(isCurrentPage(page, page.canonical), page.path).toBe(false);
  }
});
