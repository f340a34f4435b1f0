import { postingPage } from '../../contract/posting.ts';
import { pages } from '../../contract/pages.ts';
import { placeholders } from '../../contract/placeholders.ts';
import { postings } from '../content/postings.ts';

/** What search engines ask for, by its path; the server puts its own origin in. */
export const searchFiles: Readonly<Record<string, string>> = {
  'sitemap.xml': sitemap(),
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${placeholders.origin}/sitemap.xml\n`,
};

function sitemap(): string {
  const rows = [...pages, ...postings.map(postingPage)]
    .filter((page) => page.indexed)
    .map(({ path }) => ` <url><loc>${placeholders.origin}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('')}</urlset>\n`;
}
