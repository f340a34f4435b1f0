export type PortfolioRow = {
  id: string;
  group: 'website' | 'cognitive';
  sample: 0 | 1;
  created_at: number;
  /** Off the site since; its versions are kept. */
  removed_at: number | null;
  /** The account that took it off; null where a command did. */
  removed_by: string | null;
  removed_reason: string | null;
};

/**
 * A track record with what is said of it: the bytes of its lines, and what two of them must share to be the same. Lines of values are
 * little-endian float64, days int32 since 1970.
 */
export type RecordColumns = {
  about: string;
  frequency: 'daily' | 'calendar' | 'monthly';
  first_day: number;
  last_day: number;
  digest: string;
  days: Uint8Array;
  portfolio: Uint8Array;
  benchmark: Uint8Array | null;
  benchmark2: Uint8Array | null;
};

/** Only ever inserted: a correction is a new version. */
export type TrackRecordRow = RecordColumns & {
  portfolio_id: string;
  version: number;
  recorded_at: number;
  /** null: as its portfolio is. */
  sample: 0 | 1 | null;
  /** What it came from; null before drafts were kept. */
  source: string | null;
  /** Why it restates what was public. */
  reason: string | null;
  /** JSON: how many days it added, lost and restated, and how many outliers were confirmed. */
  changes: string | null;
  /** The accounts of the desk that uploaded and published it; null: a command, or a build before these were kept. */
  drafted_by: string | null;
  published_by: string | null;
};

/** One that is closed, by publishing or discarding it, is not read again. */
export type RecordDraftRow = RecordColumns & {
  portfolio_id: string;
  draft: number;
  /** The version it was compared with; null for a portfolio's first. */
  base_version: number | null;
  group: 'website' | 'cognitive';
  source: string;
  reason: string | null;
  created_at: number;
  closed_at: number | null;
  /** The account of the desk that uploaded it; null: a command. */
  drafted_by: string | null;
};

export type PaperRow = {
  id: string;
  /** Ascending on the page; the first is shown large. */
  position: number;
  name: string;
  descr: string;
  sample: 0 | 1;
  created_at: number;
  pdf: Uint8Array;
  pdf_digest: string;
  pdf_size: number;
  image: Uint8Array | null;
  image_digest: string | null;
  image_type: string | null;
  /** The day that stands on it, ISO. */
  dated: string | null;
  /** JSON: ids of the portfolios that it is on. */
  portfolios: string | null;
  /** The accounts of the desk that uploaded and published it; null: a command. */
  drafted_by: string | null;
  published_by: string | null;
};

/** A paper that is not public yet. Another upload takes its place. */
export type PaperDraftRow = Pick<PaperRow, 'name' | 'descr' | 'dated' | 'pdf' | 'pdf_size' | 'image' | 'image_type' | 'created_at'> & {
  paper_id: string;
  /** Random: another one with each upload. */
  draft: string;
  /** When the paper was added that was public as it was uploaded; null: there was none. */
  base_added_at: number | null;
  portfolios: string;
  /** Whether it is to stand before all others. */
  first: 0 | 1;
  drafted_by: string;
};

/** A position as the desk has it, in the place of the built one with its slug. */
export type PositionRow = {
  slug: string;
  /** JSON: Posting of contract/posting.ts. */
  posting: string;
  /** Counted up with each change. */
  version: number;
  /** Null while it is open. */
  closed_at: number | null;
  changed_at: number;
  /** The account of the desk. */
  changed_by: string;
};
