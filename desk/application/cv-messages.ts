import * as v from 'valibot';

/** What the frame that draws CVs says. It may be a PDF's own making: it is looked at before anything is done, and nothing of it changes anything. */
export const frameMessage = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('shown'), pages: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)) }),
  v.object({ kind: v.literal('failed'), why: v.picklist(['password', 'broken']) }),
  v.object({ kind: v.literal('key'), key: v.picklist(['j', 'k', 'Escape']) }),
]);

export const failureWords = {
  password: 'This PDF asks for a password. Download it, and open it with a program of yours.',
  broken: 'This PDF cannot be drawn here. Download it, and open it with a program of yours.',
} as const;
