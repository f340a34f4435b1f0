import { describe, expect, it } from 'vitest';
import { alternatesOf, englishVariants } from './alternates.ts';
import { pageOf, type PageRow } from './pages.ts';

describe('alternatesOf', () => {
  const about = pageOf('/about')!;

  it('lists the page itself, about thirty country variants and x-default, each once', () => {
    const codes = alternatesOf(about).map(([code]) => code);
    expect(englishVariants.length).toBe(30);
    expect(codes).toEqual(['en', ...englishVariants, 'x-default']);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of englishVariants) expect(code).toMatch(/^en-[A-Z]{2}$/);
  });

  it('leads every variant to the page, but those that a row sends elsewhere', () => {
    expect(alternatesOf(about).every(([, path]) => path === '/about')).toBe(true);
    const page: PageRow = { ...about, path: '/careers', alternatesElsewhere: { 'en-EE': '/' } };
    const paths = new Map(alternatesOf(page));
    expect(paths.get('en-EE')).toBe('/');
    expect(paths.get('en-GB')).toBe('/careers');
  });

  it('has nothing for a page without alternates', () => {
    expect(alternatesOf(pageOf('/')!)).toEqual([]);
  });
});
