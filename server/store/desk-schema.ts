import type { ApplicationAnswer } from '../../contract/desk/application-stages.ts';
import { listedFields, workFields, type ListedColumns, type WorkColumns } from './staff-columns.ts';
import { column, staff, type ColumnsOf, type RowOf, type RowsOf } from './table.ts';

/** What staff keep (contract/desk/staff-fields.ts), and as far as lists show it. */
const work = Object.fromEntries(workFields.map((field) => [field.column, field.about])) as ColumnsOf<WorkColumns>;
const listed = Object.fromEntries(
  listedFields.map((field) => [field.column, field.kind === 'score' ? field.about : 'As in `lead_work`']),
) as ColumnsOf<ListedColumns>;

/** What the desk of the staff adds to what is stored on people. */
export const deskTables = {
  lead_work: {
    what: 'What staff made of a request.',
    why: 'To answer it: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: column<string>('The request'),
      ...work,
      version: column<number>('Counted up with each change'),
      changed_at: column<number>('When it last changed'),
    },
  },
  lead_index: {
    what: 'What the desk lists and searches, made from `leads` and `lead_work`. On SQLite `lead_search` and its tables index its columns `text` and `terms`; an erasure overwrites there what was deleted.',
    why: 'To find a request again: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      /** The lead's place by the time it came (lead-index.ts). Unique. */
      pos: column<number>('Its place by the time it came'),
      lead_id: column<string>('The request'),
      kind: column<string>('As in `leads`'),
      form: column<string>('As in `leads`'),
      caller: column<string>('As in `leads`'),
      campaign: column<string | null>('The campaign of its attribution'),
      /** ISO 3166-1 alpha-2, by the dial code of the telephone number. */
      country: column<string | null>('The country of its telephone number'),
      verified: column<0 | 1>('Whether its address was confirmed'),
      spam: column<0 | 1>('Whether it looks like spam'),
      changed_at: column<number>('When it last changed'),
      /** What it is sorted by: folded as `text` is. */
      name: column<string>('The name, without accents and case'),
      /** What it is searched by (search-text.ts). */
      text: column<string>('Name, address, company, role, subject and digits of the telephone number, without accents and case'),
      /** What stands for filters and text in the inverted index: a text on SQLite, numbers on PostgreSQL (index-terms.ts). */
      terms: column<string | readonly number[]>('Numbers that stand for these'),
      /** Counted up by each change that is told to open pages; 0 for leads that were there before the index was. */
      seq: column<number>('Which change of the list it was last'),
      /** Of an application, as the two after it: what it is for. */
      position: column<string | null>('Of an application: what it is for'),
      /** What the scanner said of its CV. */
      scan: column<'unscanned' | 'pending' | 'clean' | 'infected' | null>('Of an application: what the virus scanner said of its CV'),
      sample: column<1 | null>('As in `leads`'),
      ...listed,
    },
  },
  /** What a lead was counted as, so that a change of it changes the counts. */
  lead_counted: {
    what: 'As what a request stands in the counts by day (`lead_days`).',
    why: 'So that the counts follow what becomes of it: Art. 6(1)(f)',
    until: 'With its lead',
    who: 'Whoever runs the server',
    columns: {
      lead_id: column<string>('The request'),
      /** JSON (lead-counts.ts). */
      facts: column<string>(
        'JSON: day, form, button, campaign, referring site, country, owner, and whether it was confirmed, answered, met or won',
      ),
    },
  },
  staff_notices: {
    what: 'That a note on a request names somebody of the staff, or that it was given to them.',
    why: 'So that a request is not forgotten: Art. 6(1)(b)',
    until: 'With its lead',
    who: 'Whom it tells, on the desk',
    columns: {
      id: column<string>('Random, with the time in it'),
      /** Who is told. */
      account_id: column<string>('The account of whom it tells'),
      lead_id: column<string>('The request'),
      /** The entry of the lead's history that it tells of. */
      event_id: column<string>('The entry of its history'),
      kind: column<'named' | 'assigned'>('named or assigned'),
      actor: column<string>('The account of whoever did it'),
      at: column<number>('When'),
      read_at: column<number | null>('When it was read'),
      mailed_at: column<number | null>('When it was mailed to the staff member; nothing of the visitor is in that mail'),
    },
  },
  lead_ratings: {
    what: 'What each of the staff who rated an application thinks of it.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: column<string>('The application'),
      account_id: column<string>('The account of the staff member'),
      rating: column<number>('1 to 5'),
      at: column<number>('When'),
    },
  },
  application_mails: {
    what: 'Mails that staff wrote to an applicant.',
    why: 'To answer an application: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The application'),
      template: column<ApplicationAnswer>('answer, invitation, rejection or keep'),
      subject: column<string>('Its subject'),
      body: column<string>('Its words'),
      actor: column<string>('The account of the staff member who wrote it'),
      at: column<number>('When'),
      /** The job that sends it; `NO_JOB` where somebody sent it by their own mail program. */
      job_id: column<string>('The job that sends it; empty where somebody sent it by their own mail program, and noted that'),
      /** Of one that asks for a consent: for how many days from it. */
      pool_days: column<number | null>('Of one that asks for a consent: for how many days'),
      sent_at: column<number | null>('When it left'),
    },
  },
  retention_consents: {
    what: 'Whether an applicant agreed that the application is kept for longer. The words of it are in `consents`.',
    why: 'To keep it for as long as was agreed, and no longer: Art. 6(1)(a)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: column<string>('The application'),
      days: column<number>('For how many days from the consent they were asked last'),
      asked_at: column<number>('When they were asked'),
      /** Null: they have not agreed, or have withdrawn it. */
      pool_until: column<number | null>('Until when it is kept; empty where they did not agree, or withdrew it'),
    },
  },
} as const;

/** What is counted: numbers, of no visitor. */
export const countTables = {
  lead_days: {
    what: 'How many leads came on a day, by form, button, campaign, referring site, country and the colleague whose they are: numbers, of no visitor. An erasure takes its requests out of them.',
    why: 'To see what brings leads, and how quickly they are answered',
    until: 'Never by itself',
    who: 'Sales and figures on the desk',
    columns: {
      dimension: column<LeadDimension>('What they are counted by'),
      /** YYYY-MM-DD. */
      day: column<string>('When they came'),
      value: column<string>('Which form, button, campaign, site, country or account of the staff'),
      /** Without suspected spam, as all that follow. */
      received: column<number>('How many, without what looks like spam'),
      spam: column<number>('How many look like spam'),
      /** A link to confirm it was mailed. */
      linked: column<number>('How many were mailed a link'),
      verified: column<number>('How many were confirmed'),
      answered: column<number>('How many were answered'),
      met: column<number>('With how many there was a meeting'),
      won: column<number>('How many were won'),
    },
  },
  form_opens: {
    what: 'How often each form was opened on a day: numbers, of no visitor.',
    why: 'To see which forms are opened and not sent',
    until: 'Never by itself',
    who: 'Sales and figures on the desk',
    columns: {
      /** YYYY-MM-DD, in the company's zone. */
      day: column<string>('When'),
      /** What opened it. */
      caller: column<string>('By which button, or on which page'),
      /** 1: made up, for trying. */
      sample: column<0 | 1>('Whether it is made up, for trying'),
      opened: column<number>('How often'),
    },
  },
} as const;

/** The tables of the desk. */
export type DeskTables = RowsOf<typeof deskTables & typeof countTables>;

/** What staff made of a lead; without a row it is new, and nobody's. */
export type LeadWorkRow = RowOf<typeof deskTables.lead_work>;

/** How often a form was opened on a day. */
export type FormOpensRow = RowOf<typeof countTables.form_opens>;

/** What one of the staff thinks of an application: one row each. */
export type LeadRatingRow = RowOf<typeof deskTables.lead_ratings>;

/** Of a mail that the server does not send. */
export const NO_JOB = '';

export type ApplicationMailRow = RowOf<typeof deskTables.application_mails>;

/** Whether somebody agreed that a request is kept beyond its period. That they did is in `consents`, in the words they saw. */
export type RetentionConsentRow = RowOf<typeof deskTables.retention_consents>;

/**
 * What the desk lists and searches, made from `leads` and `lead_work` soon after they change. It can be made again at any time, and is in no
 * move to another store.
 */
export type LeadIndexRow = RowOf<typeof deskTables.lead_index>;

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
export type LeadDayRow = RowOf<typeof countTables.lead_days>;

/** What somebody of the staff is told of a lead. */
export type StaffNoticeRow = RowOf<typeof deskTables.staff_notices>;
