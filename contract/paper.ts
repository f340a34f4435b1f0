import * as v from 'valibot';

/** A research paper as the papers call lists it. `name` is its file's name; the page shows it without `.pdf`. */
export const paperSchema = v.object({
  id: v.string(),
  name: v.string(),
  descr: v.string(),
  img: v.pipe(v.nullable(v.string()), v.description('Its picture; `size` is the width wanted, in pixels.')),
  webViewLink: v.pipe(v.string(), v.description('The PDF.')),
  date: v.optional(v.pipe(v.string(), v.isoDate(), v.description('The day that stands on it.'))),
  portfolios: v.optional(v.pipe(v.array(v.string()), v.description('Ids of the portfolios that it is on.'))),
});

export const METHOD_PAPER = 'figures';

export type Paper = v.InferOutput<typeof paperSchema>;

/** In px, on the page. */
export const PAPER_IMAGE_WIDTH = 440;

/** The address of a paper's picture at the page's width: its size parameter, whatever it was, rewritten. */
export function paperImage(img: string): string {
  return img.replace(/([?&]size=|=s)\d+/, `$1${PAPER_IMAGE_WIDTH}`);
}

export function paperTitle({ name }: Pick<Paper, 'name'>): string {
  return name.replace(/\.pdf$/i, '');
}
