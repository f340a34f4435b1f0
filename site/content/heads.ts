import { PLAIN_FORM_WORDS } from '../../contract/form-pages.ts';
import { pages } from '../../contract/pages.ts';
import { declared } from './declared.ts';

/**
 * The title and the description of each page, for search engines and shared links. Pages that no search engine lists and whose titles follow from
 * something else have none: those behind links of mails, and the form of each caller, whose title is that of the dialog.
 */
export const heads: Readonly<Record<string, { title: string; description: string }>> = declared(
  'heads',
  Object.fromEntries(
    pages
      .filter(({ path, title }) => !path.includes('?') && !path.startsWith('/verify') && !title.includes(PLAIN_FORM_WORDS.title))
      .map(({ path, title, description }) => [path, { title, description }]),
  ),
);
