import type { ApplicationAnswer } from '../../contract/desk/application-stages.ts';
import type { LeadState } from '../../contract/desk/lead-states.ts';
import type { ListedColumns, WorkColumns } from './staff-columns.ts';

/** The tables of the desk. */
export type DeskTables = {
  lead_work: LeadWorkRow;
  lead_index: LeadIndexRow;
  lead_days: LeadDayRow;
  lead_counted: LeadCountedRow;
  form_opens: FormOpensRow;
  lead_ratings: LeadRatingRow;
  application_mails: ApplicationMailRow;
  retention_consents: RetentionConsentRow;
  staff_notices: StaffNoticeRow;
};

/** What staff made of a lead; without a row it is new, and nobody's. */
export type LeadWorkRow = Omit<WorkColumns, 'state'> & {
  lead_id: string;
  state: LeadState;
  /** Counted up with each change. */
  version: number;
  changed_at: number;
};

/** How often a form was opened on a day. */
export type FormOpensRow = {
  /** YYYY-MM-DD, in the company's zone. */
  day: string;
  /** What opened it. */
  caller: string;
  /** 1: made up, for trying. */
  sample: 0 | 1;
  opened: number;
};

/** What one of the staff thinks of an application: one row each. */
export type LeadRatingRow = {
  lead_id: string;
  account_id: string;
  /** 1 to 5. */
  rating: number;
  at: number;
};

/** A mail that staff wrote to an applicant. */
/** Of a mail that the server does not send. */
export const NO_JOB = '';

export type ApplicationMailRow = {
  id: string;
  lead_id: string;
  template: ApplicationAnswer;
  subject: string;
  body: string;
  /** The account of the staff member who wrote it. */
  actor: string;
  at: number;
  /** The job that sends it; `NO_JOB` where somebody sent it by their own mail program. */
  job_id: string;
  /** Of one that asks for a consent: for how many days from it. */
  pool_days: number | null;
  sent_at: number | null;
};

/** Whether somebody agreed that a request is kept beyond its period. That they did is in `consents`, in the words they saw. */
export type RetentionConsentRow = {
  lead_id: string;
  /** For how many days from the consent they were asked last. */
  days: number;
  asked_at: number;
  /** Null: they have not agreed, or have withdrawn it. */
  pool_until: number | null;
};

/**
 * What the desk lists and searches, made from `leads` and `lead_work` soon after they change. It can be made again at any time, and is in no
 * move to another store.
 */
export type LeadIndexRow = Omit<ListedColumns, 'state'> & {
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
  changed_at: number;
  /** What it is sorted by: folded as `text` is. */
  name: string;
  /** What it is searched by (search-text.ts). */
  text: string;
  /** What stands for filters and text in the inverted index: a text on SQLite, numbers on PostgreSQL (index-terms.ts). */
  terms: string | readonly number[];
  /** Of an application, as the two after it: what it is for. */
  position: string | null;
  /** What the scanner said of its CV. */
  scan: 'unscanned' | 'pending' | 'clean' | 'infected' | null;
  sample: 1 | null;
  /** Counted up by each change that is told to open pages; 0 for leads that were there before the index was. */
  seq: number;
};

/**
 * By what leads are counted. `all` and `answer time` have no name of a source: of `answer time` the value is a number (lead-counts.ts). `owner` is
 * the account whose they are, and of `owner answer time` the value is both.
 */
export type LeadDimension =
  | 'all'
  | 'answer time'
  | 'form'
  | 'caller'
  | 'campaign'
  | 'source'
  | 'referrer'
  | 'country'
  | 'owner'
  | 'owner answer time';

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
