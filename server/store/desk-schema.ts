import type { LeadState } from '../../contract/desk/lead-states.ts';

/** What staff made of a lead; without a row it is new, and nobody's. */
export type LeadWorkRow = {
  lead_id: string;
  state: LeadState;
  /** Why it was lost; null in every other state. */
  lost_reason: string | null;
  /** The account of the staff member whose it is. */
  owner: string | null;
  /** Counted up with each change. */
  version: number;
  changed_at: number;
};

/**
 * What the desk lists and searches, made from `leads` and `lead_work` soon after they change. It can be made again at any time, and is in no
 * move to another store.
 */
export type LeadIndexRow = {
  /** The lead's place by the time it came (lead-index.ts). Unique. */
  pos: number;
  lead_id: string;
  kind: string;
  form: string;
  caller: string;
  campaign: string | null;
  /** ISO 3166-1 alpha-2, by the dial code of the telephone number. */
  country: string | null;
  verified: 0 | 1;
  spam: 0 | 1;
  state: LeadState;
  owner: string | null;
  changed_at: number;
  /** What it is sorted by: folded as `text` is. */
  name: string;
  /** What it is searched by (search-text.ts). */
  text: string;
  /** What stands for filters and text in the inverted index: a text on SQLite, numbers on PostgreSQL (index-terms.ts). */
  terms: string | readonly number[];
  /** Counted up by each change that is told to open pages; 0 for leads that were there before the index was. */
  seq: number;
};

/** By what leads are counted. `all` and `answer time` have no name of a source: of `answer time` the value is a number (lead-counts.ts). */
export type LeadDimension = 'all' | 'answer time' | 'form' | 'caller' | 'campaign' | 'source' | 'referrer' | 'country';

/**
 * How many leads came on a day, and what became of these since. The days are the company's. Counts stay when their leads are removed by
 * retention; an erasure takes its leads out of them.
 */
export type LeadDayRow = {
  dimension: LeadDimension;
  /** YYYY-MM-DD. */
  day: string;
  value: string;
  /** Without suspected spam, as all that follow. */
  received: number;
  spam: number;
  /** A link to confirm it was mailed. */
  linked: number;
  verified: number;
  answered: number;
  met: number;
  won: number;
};

/** What a lead was counted as, so that a change of it changes the counts. */
export type LeadCountedRow = {
  lead_id: string;
  /** JSON (lead-counts.ts). */
  facts: string;
};

/** What somebody of the staff is told of a lead. */
export type StaffNoticeRow = {
  id: string;
  /** Who is told. */
  account_id: string;
  lead_id: string;
  /** The entry of the lead's history that it tells of. */
  event_id: string;
  kind: 'named' | 'assigned';
  /** The account of whoever did it. */
  actor: string;
  at: number;
  read_at: number | null;
  mailed_at: number | null;
};
