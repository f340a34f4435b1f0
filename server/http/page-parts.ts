import { elementAt } from '../../contract/checked.ts';
import { fill, type Placeholders } from './fill-placeholders.ts';
import { withHtml, type BuiltPage } from './site.ts';

/** A line of a repeated part of a page: the index of the template (look) to use, and the values of its placeholders. */
export type PartLine = { look?: number; values?: Placeholders };

/**
 * Fills a repeated part of a page with lines. The page contains each template (look) of the part once, separated and surrounded by the part's mark.
 * If the part occurs several times in the page, each occurrence gets the lines.
 */
export function withPart(page: BuiltPage, { mark, looks }: { mark: string; looks: number }, lines: readonly PartLine[]): BuiltPage {
  const [before = '', ...pieces] = page.body.toString().split(mark);
  // Alternates: the templates of one occurrence, then the text after it.
  const places = Array.from({ length: pieces.length / (looks + 1) }, (_, at) => pieces.slice(at * (looks + 1), (at + 1) * (looks + 1)));
  const filled = places.map(
    (place) => lines.map(({ look = 0, values = {} }) => fill(elementAt(place, look), values)).join('') + elementAt(place, looks),
  );
  return { ...page, body: Buffer.from([before, ...filled].join('')) };
}

/** A page that is the same for every visitor: placeholders are replaced and headers added once. */
export function pageForAll(page: BuiltPage, values: Placeholders, headers: Placeholders): BuiltPage {
  return withHtml({ status: 200, headers: { ...page.headers, ...headers } }, fill(page.body.toString(), values));
}
