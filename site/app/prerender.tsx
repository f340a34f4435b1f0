import { prerender } from 'react-dom/static';
import { postingPage } from '../../contract/job.ts';
import { pages as rows, type Page } from '../../contract/pages.ts';
import { postings } from '../content/postings.ts';
import { App } from './app.tsx';
import { documentHtml, type DocumentParts } from './document.ts';
import { loadView, notFound } from './page-modules.ts';

export { searchFiles } from './search.ts';

/** Every page to render. */
export const pages: readonly Page[] = [...rows, ...postings.map(postingPage), notFound];

/** One page as a whole document. */
export async function renderDocument(page: Page, parts: DocumentParts): Promise<string> {
  await loadView(page);
  const faults: unknown[] = [];
  const { prelude } = await prerender(<App built={page} />, {
    // Nothing is streamed here, so nothing large is put behind and moved into its place by a script.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => void faults.push(error),
  });
  if (faults.length > 0) throw faults[0];
  return documentHtml(page, await new Response(prelude).text(), parts);
}
