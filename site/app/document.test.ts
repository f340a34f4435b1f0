import { elementAt } from '../../contract/checked.ts';
import { expect, it } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { dark, light } from '../../ui/tokens.ts';
import { documentHtml, type DocumentParts } from './document.ts';

const parts: DocumentParts = {
  css: 'a{}',
  fonts: ['/assets/f.woff2'],
  laterFonts: ['/assets/g.woff2'],
  headScript: 'first()',
  client: '/assets/c.js',
};
const rendered =
  '<title>T</title><style data-href="a">:root{--a:1}</style><meta name="description" content="D"/><link rel="canonical" href="https://site.invalid/"/><main>Words</main>';

it('puts what React says of the page into the head, and the page into the body', () => {
  const html = documentHtml(elementAt(pages, 0), rendered, parts);
  const [head = '', body = ''] = html.split('</head>');
  expect(head).toContain('<title>T</title><style data-href="a">:root{--a:1}</style><meta name="description"');
  expect(body).toContain('<body><main>Words</main></body>');
  expect(head.indexOf('first()')).toBeLessThan(head.indexOf('<style>'));
  expect(html).toMatch(/<html [^>]*data-theme="light"[^>]*data-page="\/"[^>]*data-origin="https:\/\/site\.invalid"/);
});

it('asks for the fonts of the first view at once, and lets the others wait', () => {
  const html = documentHtml(elementAt(pages, 0), rendered, parts);
  expect(html).toMatch(/<link rel="preload"[^>]*href="\/assets\/f\.woff2">/);
  expect(html).toMatch(/<link rel="later" data-rel="preload"[^>]*href="\/assets\/g\.woff2">/);
});

it('gives dark addresses the dark theme, and token pages no script at all', () => {
  for (const page of pages) {
    const html = documentHtml(page, rendered, parts);
    expect(html.includes('data-theme="dark"')).toBe(/cognitivepro|confirm|formsent/.test(page.path));
    expect(html.includes('<script')).toBe(page.scripts !== false);
    expect(html).toContain(`<meta name="theme-color" content="${html.includes('data-theme="dark"') ? dark.canvas : light.canvas}">`);
  }
});
