import { elementAt } from '../../contract/checked.ts';
import { fill, withHtml, type BuiltPage, type Placeholders } from './site.ts';

/** A line of a part of a page: which of the part's looks it has, and what stands in its marks. */
export type PartLine = { look?: number; values?: Placeholders };

/**
 * A page with the lines of a part. The part stands in the page once in each of its looks, with its mark before, between and behind them; where
 * it stands in several places, each of them gets the lines.
 */
export function withPart(page: BuiltPage, { mark, looks }: { mark: string; looks: number }, lines: readonly PartLine[]): BuiltPage {
  const [before = '', ...pieces] = page.body.toString().split(mark);
  // In turns: the looks of a place, and what follows it.
  const places = Array.from({ length: pieces.length / (looks + 1) }, (_, at) => pieces.slice(at * (looks + 1), (at + 1) * (looks + 1)));
  const filled = places.map(
    (place) => lines.map(({ look = 0, values = {} }) => fill(elementAt(place, look), values)).join('') + elementAt(place, looks),
  );
  return { ...page, body: Buffer.from([before, ...filled].join('')) };
}

/** A page that is the same for everybody, made once: placeholders replaced, and some headers its own. */
export function pageForAll(page: BuiltPage, values: Placeholders, headers: Placeholders): BuiltPage {
  return withHtml({ status: 200, headers: { ...page.headers, ...headers } }, fill(page.body.toString(), values));
}
