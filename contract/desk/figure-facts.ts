import * as v from 'valibot';

/** Schemas of what the desk shows of track records. Days are ISO dates, times milliseconds since the epoch; accounts are staff's, null: a command was used. */
const at = v.number();
const day = v.string();
const account = v.nullable(v.string());

const span = { from: day, to: day, frequency: v.picklist(['daily', 'calendar', 'monthly']) };

export const recordVersionSchema = v.object({
  version: v.number(),
  ...span,
  recordedAt: at,
  sample: v.boolean(),
  /** Null: published before drafts were stored. */
  source: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  changes: v.nullable(v.object({ added: v.number(), lost: v.number(), restated: v.number(), confirmed: v.number() })),
  draftedBy: account,
  publishedBy: account,
});

export const recordDraftSchema = v.object({
  draft: v.number(),
  /** The version that it was compared with. */
  base: v.nullable(v.number()),
  ...span,
  /** Whether another version was published after the draft was made. */
  outdated: v.boolean(),
  source: v.string(),
  reason: v.nullable(v.string()),
  createdAt: at,
  draftedBy: account,
});

/** The disclosure of the figures (figures/disclosure-words.ts), in its fixed order; empty from an older server. */
const stated = v.optional(v.array(v.object({ term: v.string(), words: v.string() })), []);

/** Days of one kind: how many, the first and the last; only the first ones are listed. */
const days = v.object({ count: v.number(), first: v.nullable(day), last: v.nullable(day), listed: v.array(day) });

export const differencesSchema = v.object({
  /** Null: there is no earlier version to compare with. */
  base: v.nullable(v.object({ version: v.number(), to: day })),
  to: day,
  added: days,
  /** Added days that are before the last public day. */
  inserted: days,
  lost: days,
  restated: days,
  /** Whether every value changed while every return stayed the same. */
  rescaled: v.boolean(),
  words: v.array(v.object({ what: v.string(), before: v.string(), after: v.string() })),
  stated,
  /** What has to be stated of the figures before the draft can be published, in words; null: nothing is missing. */
  undisclosed: v.optional(v.nullable(v.string()), null),
  restatements: v.array(v.object({ day, line: v.string(), before: v.nullable(v.number()), after: v.nullable(v.number()) })),
  restatedValues: v.number(),
  outliers: v.array(v.object({ line: v.string(), text: v.string() })),
  outlierCount: v.number(),
  /** Every headline figure as it is shown. `sameDay`: the new record's figure as of the previous version's last day. Empty: no figure. */
  figures: v.array(v.object({ figure: v.string(), line: v.string(), before: v.string(), sameDay: v.string(), after: v.string() })),
  needsReason: v.boolean(),
});

/** The public card of a portfolio: its figures as the site shows them, as of the reporting date of its group. */
export const shownCardSchema = v.object({
  name: v.string(),
  subName: v.string(),
  /** `basis`: currency and costs of the figures; `mark`: that they are simulated. '' and null from an older server. */
  basis: v.optional(v.string(), ''),
  mark: v.optional(v.nullable(v.string()), null),
  stated,
  quarter: v.string(),
  asOf: day,
  since: day,
  figures: v.array(v.object({ label: v.string(), text: v.string() })),
  columns: v.array(v.string()),
  benchmarks: v.array(v.object({ name: v.string(), cells: v.array(v.string()) })),
  /** `cells`: returns of the portfolio, then of the benchmarks. Empty from an older server. */
  periods: v.optional(v.array(v.object({ period: v.string(), cells: v.array(v.string()) })), []),
  /** Net return of the portfolio, which only an older desk reads. */
  annual: v.string(),
});

export type RecordVersion = v.InferOutput<typeof recordVersionSchema>;
export type ShownDraft = v.InferOutput<typeof recordDraftSchema>;
export type Differences = v.InferOutput<typeof differencesSchema>;
export type ShownCard = v.InferOutput<typeof shownCardSchema>;
