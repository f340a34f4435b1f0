import { companyName } from '../../contract/company.ts';
import { light } from '../../ui/tokens.ts';
import { postingPage, type Posting } from '../../contract/posting.ts';
import { pages } from '../../contract/pages.ts';
import { placeholders } from '../../contract/placeholders.ts';
import { postings } from '../content/postings.ts';

export const MANIFEST = 'site.webmanifest';

export const searchFiles: Readonly<Record<string, string>> = {
  'sitemap.xml': sitemap(postings),
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${placeholders.origin}/sitemap.xml\n`,
  [MANIFEST]: manifest(),
};

/** @param open the open positions */
export function sitemap(open: readonly Posting[]): string {
  const rows = [...pages, ...open.map(postingPage)]
    .filter((page) => page.indexed)
    .map(({ path }) => ` <url><loc>${placeholders.origin}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</urlset>\n`;
}

function manifest(): string {
  return JSON.stringify({
    name: companyName,
    short_name: companyName,
    start_url: '/',
    display: 'browser',
    background_color: light.canvas,
    theme_color: light.canvas,
    icons: [192, 512].map((size) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
  });
}
