export type PortfolioRow = {
  id: string;
  group: 'website' | 'cognitive';
  sample: 0 | 1;
  created_at: number;
  /** Since when the portfolio is off the site. Its versions are kept. */
  removed_at: number | null;
  /** The account that took it off the site; null for a command. */
  removed_by: string | null;
  removed_reason: string | null;
};

/** A track record and its metadata. Columns of values are little-endian float64, days are int32 days since 1970. Equal digests mean equal records. */
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

/** Append-only: a correction is a new version. */
export type TrackRecordRow = RecordColumns & {
  portfolio_id: string;
  version: number;
  recorded_at: number;
  /** Null: as its portfolio. */
  sample: 0 | 1 | null;
  /** The source of its data; null for versions from before drafts. */
  source: string | null;
  /** Why it restates published values. */
  reason: string | null;
  /** JSON: the numbers of days added, lost and restated, and of outliers confirmed. */
  changes: string | null;
  /** The desk accounts that uploaded and published it; null for a command, or a build without these columns. */
  drafted_by: string | null;
  published_by: string | null;
};

/** A draft of a track record. It is closed by publishing or discarding it, and not read again. */
export type RecordDraftRow = RecordColumns & {
  portfolio_id: string;
  draft: number;
  /** The version that it was compared with; null for a portfolio's first. */
  base_version: number | null;
  group: 'website' | 'cognitive';
  source: string;
  reason: string | null;
  created_at: number;
  closed_at: number | null;
  /** The desk account that uploaded it; null for a command. */
  drafted_by: string | null;
};

export type PaperRow = {
  id: string;
  /** Sort order on the page, ascending. The first paper is shown large. */
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
  /** The date on the paper, ISO. */
  dated: string | null;
  /** JSON: ids of the portfolios that the paper is about. */
  portfolios: string | null;
  /** The desk accounts that uploaded and published it; null for a command. */
  drafted_by: string | null;
  published_by: string | null;
};

/** A paper that is not public yet. Another upload replaces it. */
export type PaperDraftRow = Pick<PaperRow, 'name' | 'descr' | 'dated' | 'pdf' | 'pdf_size' | 'image' | 'image_type' | 'created_at'> & {
  paper_id: string;
  /** Random id, new with each upload. */
  draft: string;
  /** When the paper that was public at the time of the upload was added; null if none was. */
  base_added_at: number | null;
  portfolios: string;
  /** Whether it is to be placed before all other papers. */
  first: 0 | 1;
  drafted_by: string;
};

/** A position edited at the desk. It replaces the built one with the same slug. */
export type PositionRow = {
  slug: string;
  /** JSON: Posting of contract/posting.ts. */
  posting: string;
  /** Incremented with each change. */
  version: number;
  /** Null while it is open. */
  closed_at: number | null;
  changed_at: number;
  /** The desk account that changed it. */
  changed_by: string;
};
