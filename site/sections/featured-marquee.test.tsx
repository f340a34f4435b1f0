import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FeaturedMark } from '../content/featured.ts';
import { FeaturedMarquee } from './featured-marquee.tsx';

const marks = (count: number): FeaturedMark[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    name: `Mark ${index}`,
    kind: 'press',
    width: 100,
    height: 48,
    shape: 'logo',
    src: `/marks/m${index}.svg`,
    sample: true,
  }));

describe('the marquee of any number of marks', () => {
  it.each([1, 3, 20, 45])('with %i: names them once, fills a window of 3840 px while a row leaves, tells its styles how many', (count) => {
    const html = renderToStaticMarkup(<FeaturedMarquee marks={marks(count)} />);
    const rows = html.match(/<ul\b[^>]*>/g) ?? [];
    expect(rows.filter((row) => !row.includes('aria-hidden'))).toHaveLength(1);
    expect((rows.length - 1) * count * 200).toBeGreaterThanOrEqual(3840);
    expect((rows.length - 2) * count * 200, 'no more rows than needed').toBeLessThan(3840);
    expect(html.match(/alt="Mark/g)).toHaveLength(count);
    expect(html).toContain(`:root{--featured-marks:${count}}`);
  });

  it('is left out where there are none', () => expect(renderToStaticMarkup(<FeaturedMarquee marks={[]} />)).toBe(''));
});
