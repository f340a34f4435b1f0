import * as v from 'valibot';

/** How dates like 03/04/2024 are read. */
export const dateOrders = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The first dates of a file that can be read in two ways, as they are written and as ISO dates of each reading. */
export const dateReadingsSchema = v.array(v.object({ text: v.string(), dayFirst: v.string(), monthFirst: v.string() }));
export type DateReadings = v.InferOutput<typeof dateReadingsSchema>;
