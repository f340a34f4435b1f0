import { column, operator, ownedBy, type RowOf } from '../table.ts';

const everybody = 'Everybody: it is published on the site';

/** A track record and its metadata. Equal digests mean equal records. */
const record = {
  about: column<string>('Name, description and benchmarks'),
  frequency: column<'daily' | 'calendar' | 'monthly'>('daily, calendar or monthly'),
  first_day: column<number>('First day'),
  last_day: column<number>('Last day'),
  digest: column<string>('Hash of its lines'),
  /** Little-endian int32, days since 1970. Values are little-endian float64. */
  days: column<Uint8Array>('Days'),
  portfolio: column<Uint8Array>('Values'),
  benchmark: column<Uint8Array | null>('Values of the first benchmark'),
  benchmark2: column<Uint8Array | null>('Values of the second one'),
};

/** Accounts of the desk, or the name that a command was given; null from before commands were given one, or a build without these columns. */
const drafted = column<string | null>('The account of the desk that uploaded it, or the name that a command was given');
const published = column<string | null>('The account of the desk that published it, or the name that a command was given');

/** Portfolios with their track records, and research papers. */
export const insightTables = ownedBy('insights', {
  portfolios: {
    what: 'Portfolios on the site.',
    why: 'To show their figures',
    until: 'Never by itself',
    who: everybody,
    columns: {
      id: column<string>('Its name in addresses'),
      group: column<'website' | 'cognitive'>('website or cognitive'),
      sample: column<0 | 1>('Whether it is a sample'),
      created_at: column<number>('When it was made'),
      /** Its versions are kept. */
      removed_at: column<number | null>('When it was taken off the site'),
      /** Null from before commands were given a name. */
      removed_by: column<string | null>('The account of the desk that took it off, or the name that a command was given'),
      removed_reason: column<string | null>('Why, as they wrote it'),
      removal_asked_at: column<number | null>('When somebody asked that it be taken off'),
      removal_asked_by: column<string | null>('The account of the desk that asked, or the name that a command was given'),
      removal_asked_reason: column<string | null>('Why, as they wrote it'),
      removal_asked_version: column<number | null>('The version that was public then'),
    },
  },
  /** Append-only: a correction is a new version. The store refuses every change but the mark of samples, where there was none. */
  track_records: {
    what: 'Versions of their track records. Rows are only ever added: the store refuses every change.',
    why: 'To compute the figures',
    until: 'Never by itself',
    who: everybody,
    columns: {
      portfolio_id: column<string>('The portfolio'),
      version: column<number>('Counted up'),
      recorded_at: column<number>('When it was published'),
      ...record,
      /** Null: as its portfolio. */
      sample: column<0 | 1 | null>('Whether it is a sample'),
      /** Null for versions from before drafts. */
      source: column<string | null>('The file it came from'),
      reason: column<string | null>('Why it restates what was public'),
      /** JSON: the numbers of days added, lost and restated, and of outliers confirmed. */
      changes: column<string | null>('How many days it changed'),
      drafted_by: drafted,
      published_by: published,
    },
  },
  /** A draft is closed by publishing or discarding it, and not read again. */
  record_drafts: {
    what: 'Track records that are not public yet.',
    why: 'To look at before publishing',
    until: 'Never by itself',
    who: operator,
    columns: {
      portfolio_id: column<string>('The portfolio'),
      draft: column<number>('Counted up'),
      /** Null for a portfolio's first. */
      base_version: column<number | null>('The version it was compared with'),
      group: column<'website' | 'cognitive'>('website or cognitive'),
      ...record,
      source: column<string>('The file it came from'),
      reason: column<string | null>('Why it restates what was public'),
      created_at: column<number>('When it was made'),
      closed_at: column<number | null>('When it was published or dropped'),
      drafted_by: drafted,
    },
  },
  /** Append-only: a draft is settled by a later row. Without a published row the dates of the samples hold. */
  reporting_dates: {
    what: 'The days that the site shows figures of: proposed, published, discarded. Rows are only ever added: the store refuses every change.',
    why: 'To show the same figures everywhere, and what was shown before',
    until: 'Never by itself',
    who: 'Everybody, of what was published; the rest staff on the desk whose role is Figures, or who only read',
    columns: {
      number: column<number>('Counted up'),
      step: column<'draft' | 'published' | 'discarded'>('draft, published or discarded'),
      /** ISO. */
      day: column<string>('The day'),
      at: column<number>('When'),
      account: column<string>('The account of the desk that did it, or the name that a command was given'),
      /** Null for a draft. */
      draft: column<number | null>('The number of the draft that was published or discarded'),
      /** JSON; null for other rows, and where an older server published. */
      rates: column<string | null>('The risk-free rates that its figures were published with'),
    },
  },
  papers: {
    what: 'Research papers on the site.',
    why: 'To give them out',
    until: 'Never by itself',
    who: everybody,
    columns: {
      id: column<string>('Its name in addresses'),
      /** Ascending. The first paper is shown large. */
      position: column<number>('Place on the page'),
      name: column<string>('Title'),
      descr: column<string>('What it is about'),
      sample: column<0 | 1>('Whether it is a sample'),
      created_at: column<number>('When it was added'),
      pdf: column<Uint8Array>('The file'),
      pdf_digest: column<string>('Its hash'),
      pdf_size: column<number>('Its bytes'),
      image: column<Uint8Array | null>('Its picture'),
      image_digest: column<string | null>('Hash of that'),
      image_type: column<string | null>('Type of that'),
      /** ISO. */
      dated: column<string | null>('The day that stands on it'),
      /** JSON: their ids. */
      portfolios: column<string | null>('The portfolios that it is on'),
      drafted_by: drafted,
      published_by: published,
      removal_asked_at: column<number | null>('When somebody asked that it be withdrawn'),
      removal_asked_by: column<string | null>('The account of the desk that asked, or the name that a command was given'),
      removal_asked_reason: column<string | null>('Why, as they wrote it'),
      removal_asked_added_at: column<number | null>('When the paper was added that was public then'),
    },
  },
  /** Another upload replaces a draft. */
  paper_drafts: {
    what: 'Research papers that are not public yet.',
    why: 'To look at before publishing',
    until: 'Until it is published or discarded',
    who: 'Staff on the desk whose role is Figures, or who only read',
    columns: {
      paper_id: column<string>('Its name in addresses'),
      draft: column<string>('Random: which upload it is'),
      /** Null: none was public at the time of the upload. */
      base_added_at: column<number | null>('When the paper was added whose place it takes'),
      name: column<string>('Title'),
      descr: column<string>('What it is about'),
      dated: column<string | null>('The day that stands on it'),
      portfolios: column<string>('The portfolios that it is on'),
      first: column<0 | 1>('Whether it is to stand first'),
      created_at: column<number>('When it was uploaded'),
      drafted_by: column<string>('The account of the desk that uploaded it'),
      pdf: column<Uint8Array>('The file'),
      pdf_size: column<number>('Its bytes'),
      image: column<Uint8Array | null>('Its picture'),
      image_type: column<string | null>('Type of that'),
    },
  },
});

export type RecordColumns = RowOf<{ columns: typeof record }>;
export type TrackRecordRow = RowOf<typeof insightTables.track_records>;
export type ReportingDateRow = RowOf<typeof insightTables.reporting_dates>;
export type PaperDraftRow = RowOf<typeof insightTables.paper_drafts>;
