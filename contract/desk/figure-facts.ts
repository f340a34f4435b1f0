import * as v from 'valibot';

/** What the desk shows of track records. Days are ISO, times milliseconds since the epoch; accounts are those of the staff, null: a command's. */
const at = v.number();
const day = v.string();
const account = v.nullable(v.string());

const span = { from: day, to: day, frequency: v.picklist(['daily', 'calendar', 'monthly']) };

export const recordVersionSchema = v.object({
  version: v.number(),
  ...span,
  recordedAt: at,
  sample: v.boolean(),
  /** Null: published before drafts were kept. */
  source: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  changes: v.nullable(v.object({ added: v.number(), lost: v.number(), restated: v.number(), confirmed: v.number() })),
  draftedBy: account,
  publishedBy: account,
});

export const recordDraftSchema = v.object({
  draft: v.number(),
  /** The version it was compared with. */
  base: v.nullable(v.number()),
  ...span,
  /** Something else was published since it was made. */
  outdated: v.boolean(),
  source: v.string(),
  reason: v.nullable(v.string()),
  createdAt: at,
  draftedBy: account,
});

/** Some days of many: the first ones. */
const days = v.object({ count: v.number(), first: v.nullable(day), last: v.nullable(day), listed: v.array(day) });

export const differencesSchema = v.object({
  /** Null: there is nothing to compare with. */
  base: v.nullable(v.object({ version: v.number(), to: day })),
  to: day,
  added: days,
  /** Of the added days, those before the last day that was public. */
  inserted: days,
  lost: days,
  restated: days,
  /** Every value is another, and every return the same. */
  rescaled: v.boolean(),
  words: v.array(v.object({ what: v.string(), before: v.string(), after: v.string() })),
  restatements: v.array(v.object({ day, line: v.string(), before: v.nullable(v.number()), after: v.nullable(v.number()) })),
  restatedValues: v.number(),
  outliers: v.array(v.object({ line: v.string(), text: v.string() })),
  outlierCount: v.number(),
  /** Every headline figure as it is shown. `sameDay`: the new record's, as of the last day of the one before. Empty: there is none. */
  figures: v.array(v.object({ figure: v.string(), line: v.string(), before: v.string(), sameDay: v.string(), after: v.string() })),
  needsReason: v.boolean(),
});

/** The public card of a portfolio, its figures as the site shows them, as of the day that its group shows. */
export const shownCardSchema = v.object({
  name: v.string(),
  subName: v.string(),
  quarter: v.string(),
  asOf: day,
  since: day,
  figures: v.array(v.object({ label: v.string(), text: v.string() })),
  columns: v.array(v.string()),
  benchmarks: v.array(v.object({ name: v.string(), cells: v.array(v.string()) })),
  annual: v.string(),
});

export type RecordVersion = v.InferOutput<typeof recordVersionSchema>;
export type ShownDraft = v.InferOutput<typeof recordDraftSchema>;
export type Differences = v.InferOutput<typeof differencesSchema>;
export type ShownCard = v.InferOutput<typeof shownCardSchema>;
