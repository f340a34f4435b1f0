import * as v from 'valibot';

/** Messages from the frame that draws CVs. A PDF might forge them, so they are validated, and none of them can change data. */
export const frameMessage = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('shown'), pages: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)) }),
  v.object({ kind: v.literal('left out'), what: v.picklist(['pages', 'images', 'page']) }),
  v.object({ kind: v.literal('alive') }),
  v.object({ kind: v.literal('failed'), why: v.picklist(['password', 'broken', 'large']) }),
  v.object({ kind: v.literal('key'), key: v.picklist(['j', 'k', 'Escape']) }),
]);

export const failureWords = {
  password: 'This PDF asks for a password. Download it, and open it with a program of yours.',
  broken: 'This PDF cannot be drawn here. Download it, and open it with a program of yours.',
  large: 'This PDF is unusually large inside, and is not drawn here. Download it, and open it with a program of yours.',
} as const;

/** Notes on parts of a PDF that are not drawn while the rest is. */
export const leftOutWords = {
  pages: 'Only its first pages are drawn here: this file is unusually large. Download it to read them all.',
  images: 'An image of it is unusually large, and is not drawn here. Download it to see it.',
  page: 'One of its pages cannot be drawn here. Download it to see it.',
} as const;
