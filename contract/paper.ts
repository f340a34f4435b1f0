import * as v from 'valibot';

/** A research paper in the list of papers. `name` is its file's name; the page shows it without `.pdf`. */
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

/** Width on the page in px. */
export const PAPER_IMAGE_WIDTH = 440;

/** The address of a paper's picture in the page's width: replaces the size parameter. */
export function paperImage(img: string): string {
  return img.replace(/([?&]size=|=s)\d+/, `$1${PAPER_IMAGE_WIDTH}`);
}

export function paperTitle({ name }: Pick<Paper, 'name'>): string {
  return name.replace(/\.pdf$/i, '');
}
