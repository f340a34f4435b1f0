import { alternatesOf } from '../../contract/alternates.ts';
import { shippedCompany } from '../../contract/company-details.ts';
import type { PageRow } from '../../contract/pages.ts';
import { company } from '../content/company.ts';
import { heads } from '../content/heads.ts';
import { socialImage } from '../content/social.ts';
import { pageSetting } from './page-setting.ts';

/** React moves these elements into the document's head. */
export function PageHead({ page }: { page: PageRow }) {
  const origin = pageSetting('origin');
  const { title, description } = heads[page.path] ?? { ...page, title: withPlatform(page.title) };
  const known = page.path.startsWith('/');
  const address = origin + (page.canonical ?? page.path);
  return (
    <>
      <title>{title}</title>
      {page.indexed ? null : <meta name="robots" content="noindex" />}
      {known ? <link rel="canonical" href={address} /> : null}
      {page.scripts === false ? <meta name="referrer" content="no-referrer" /> : null}
      {import.meta.env.SSR ? <SharedAs page={page} title={title} description={description} address={known ? address : origin} /> : null}
    </>
  );
}

/** The end of most titles, as it ships. */
const SHIPPED_END = ` | ${shippedCompany.platform}`;

/** A title that nobody changes by itself, with the name that the platform has now. */
function withPlatform(title: string): string {
  return title.endsWith(SHIPPED_END) ? `${title.slice(0, -SHIPPED_END.length)} | ${company.platform}` : title;
}

/** Preview for shared links, and alternate-language links. Other sites read them from the HTML, so the browser's code does not need them. */
function SharedAs({ page, title, description, address }: { page: PageRow; title: string; description: string; address: string }) {
  const origin = pageSetting('origin');
  const image = socialImage(page.component);
  return (
    <>
      <meta name="description" content={description} />
      {alternatesOf(page).map(([hreflang, path]) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={origin + path} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + image.src} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
