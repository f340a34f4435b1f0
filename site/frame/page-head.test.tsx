import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { alternatesOf } from '../../contract/alternates.ts';
import { pages } from '../../contract/pages.ts';
import { placeholders } from '../../contract/placeholders.ts';
import { postingPage } from '../../contract/posting.ts';
import { company } from '../content/company.ts';
import { heads } from '../content/heads.ts';
import { postings } from '../content/postings.ts';
import { socialImage } from '../content/social.ts';
import { PageHead } from './page-head.tsx';

const rows = [...pages, ...postings.map(postingPage)];

describe('the head of a page', () => {
  it.each(rows.map((page) => [page.path, page] as const))('%s says what its row declares, once each', (_, page) => {
    const html = unescaped(renderToStaticMarkup(<PageHead page={page} />));
    const address = placeholders.origin + (page.canonical ?? page.path);
    const { src, alt } = socialImage(page.component);
    for (const once of [
      `<title>${page.title}</title>`,
      `<meta name="description" content="${page.description}"/>`,
      `<link rel="canonical" href="${address}"/>`,
      `<meta property="og:title" content="${page.title}"/>`,
      `<meta property="og:description" content="${page.description}"/>`,
      `<meta property="og:url" content="${address}"/>`,
      `<meta property="og:image" content="${placeholders.origin}${src}"/>`,
      `<meta property="og:image:alt" content="${alt}"/>`,
    ])
      expect(html.split(once).length - 1, once).toBe(1);
    expect(html.includes('<meta name="robots" content="noindex"/>')).toBe(!page.indexed);
    const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, code, href]) => [
      code,
      href,
    ]);
    expect(alternates).toEqual(alternatesOf(page).map(([code, path]) => [code, placeholders.origin + path]));
  });

  it('names the platform as it is called now, where no field changes the title', () => {
    const { platform } = company;
    onTestFinished(() => void Object.assign(company, { platform }));
    Object.assign(company, { platform: 'Northstar' });
    const unnamed = rows
      .filter(({ path }) => heads[path] === undefined)
      .filter((page) => !renderToStaticMarkup(<PageHead page={page} />).includes(' | Northstar</title>'));
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });

  it('has no field that holds a mark for what the server fills in', () => {
    expect(Object.values(heads).filter(({ title, description }) => /__[A-Z]/.test(title + description))).toEqual([]);
  });

  it('is no other page’s, where search engines are to read it', () => {
    const indexed = rows.filter((page) => page.indexed);
    for (const part of ['title', 'description'] as const) expect(new Set(indexed.map((page) => page[part])).size).toBe(indexed.length);
  });
});

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
