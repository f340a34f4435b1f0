import { pages } from '../../contract/pages.ts';
import { declared } from './declared.ts';

/** The title and the description of each page, for search engines and shared links. */
export const heads: Readonly<Record<string, { title: string; description: string }>> = declared(
  'heads',
  Object.fromEntries(
    pages
      .filter(({ path }) => !path.includes('?') && !path.startsWith('/verify'))
      .map(({ path, title, description }) => [path, { title, description }]),
  ),
);
