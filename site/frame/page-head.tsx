import type { Page } from '../../contract/pages.ts';
import { company } from '../content/company.ts';
import { pageSetting } from './page-setting.ts';

/** What the head of the document says about a page. React puts these elements there. */
export function PageHead({ page }: { page: Page }) {
  const origin = pageSetting('origin');
  const known = page.path.startsWith('/');
  const address = origin + (page.canonical ?? page.path);
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {page.indexed ? null : <meta name="robots" content="noindex" />}
      {known ? <link rel="canonical" href={address} /> : null}
      {page.scripts === false ? <meta name="referrer" content="no-referrer" /> : null}
      {import.meta.env.SSR ? <SharedAs page={page} address={known ? address : origin} /> : null}
    </>
  );
}

/** What others show of the page. They read documents, so that the browser's code need not know it. */
function SharedAs({ page, address }: { page: Page; address: string }) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={company.name} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
      <meta
        property="og:image"
        content={`${pageSetting('origin')}/${page.component === 'cognitivepro' ? 'social-cognitivepro' : 'social'}.png`}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
