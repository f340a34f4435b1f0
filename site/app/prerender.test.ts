import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageOf, pages } from '../../contract/pages.ts';
import { everyPage } from './prerender.tsx';

describe('the row of a path', () => {
  it.each(pages.map((page) => page.path))('%s has its own, with or without a slash at the end', (path) => {
    expect(pageOf(path)?.path).toBe(path);
    expect(pageOf(`${path}/`)?.path).toBe(path);
  });

  it.each(['/nothing', '/About', '/about/us', '/404', '', '//'])('%j is no page, or the home page', (path) => {
    expect([undefined, '/']).toContain(pageOf(path)?.path);
  });

  it('names a component that exists', () => {
    for (const { component } of everyPage) expect(existsSync(`site/pages/${component}/page.tsx`), component).toBe(true);
  });
});
