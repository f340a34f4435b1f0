import type { ApplicationAnswer } from '../../contract/desk/application-stages.ts';
import { listedFields, workFields, type ListedColumns, type WorkColumns } from './staff-columns.ts';
import { column, staff, type ColumnsOf, type RowOf, type RowsOf } from './table.ts';

/** Columns of the fields that staff maintain (contract/desk/staff-fields.ts), and of those that lists show. */
const work = Object.fromEntries(workFields.map((field) => [field.column, field.about])) as ColumnsOf<WorkColumns>;
const listed = Object.fromEntries(
  listedFields.map((field) => [field.column, field.kind === 'score' ? field.about : 'As in `lead_work`']),
) as ColumnsOf<ListedColumns>;

/** Tables that the desk adds to the data on visitors. */
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
      /** The lead's position by its time of arrival (lead-index.ts). Unique. */
      pos: column<number>('Its place by the time it came'),
      lead_id: column<string>('The request'),
      kind: column<string>('As in `leads`'),
      form: column<string>('As in `leads`'),
      caller: column<string>('As in `leads`'),
      campaign: column<string | null>('The campaign of its attribution'),
      /** ISO 3166-1 alpha-2, from the dial code of the telephone number. */
      country: column<string | null>('The country of its telephone number'),
      verified: column<0 | 1>('Whether its address was confirmed'),
      spam: column<0 | 1>('Whether it looks like spam'),
      changed_at: column<number>('When it last changed'),
      /** The sort key, folded as `text` is. */
      name: column<string>('The name, without accents and case'),
      /** The searched text (search-text.ts). */
      text: column<string>('Name, address, company, role, subject and digits of the telephone number, without accents and case'),
      /** Terms of the inverted index for filters and text: a text on SQLite, numbers on PostgreSQL (index-terms.ts). */
      terms: column<string | readonly number[]>('Numbers that stand for these'),
      /** Incremented with each change that open pages are notified of; 0 for leads older than the index. */
      seq: column<number>('Which change of the list it was last'),
      /** The position applied for; this and the next two columns are for applications only. */
      position: column<string | null>('Of an application: what it is for'),
      /** The virus scanner's verdict on the CV. */
      scan: column<'unscanned' | 'pending' | 'clean' | 'infected' | null>('Of an application: what the virus scanner said of its CV'),
      sample: column<1 | null>('As in `leads`'),
      ...listed,
    },
  },
  /** How each lead was counted, so that a change of the lead can change the counts. */
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
      /** The account that is notified. */
      account_id: column<string>('The account of whom it tells'),
      lead_id: column<string>('The request'),
      /** The entry of the lead's history that the notice is about. */
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
      /** The job that sends it; `NO_JOB` if staff sent it with their own mail program. */
      job_id: column<string>('The job that sends it; empty where somebody sent it by their own mail program, and noted that'),
      /** For a mail that asks for consent: days from the consent for which the application is kept. */
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
      /** Null: no consent was given, or it was withdrawn. */
      pool_until: column<number | null>('Until when it is kept; empty where they did not agree, or withdrew it'),
    },
  },
} as const;

/** Tables of counts, without data on any visitor. */
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
      /** Leads without suspected spam, as in the columns that follow. */
      received: column<number>('How many, without what looks like spam'),
      spam: column<number>('How many look like spam'),
      /** Leads that were mailed a link to confirm. */
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
      /** YYYY-MM-DD, in the company's time zone. */
      day: column<string>('When'),
      /** The button or page that opened the form. */
      caller: column<string>('By which button, or on which page'),
      /** 1: sample data. */
      sample: column<0 | 1>('Whether it is made up, for trying'),
      opened: column<number>('How often'),
    },
  },
} as const;

/** Row types of the desk's tables. */
export type DeskTables = RowsOf<typeof deskTables & typeof countTables>;

/** What staff recorded about a lead. Without a row the lead is new and has no owner. */
export type LeadWorkRow = RowOf<typeof deskTables.lead_work>;

/** How often a form was opened on a day. */
export type FormOpensRow = RowOf<typeof countTables.form_opens>;

/** A staff member's rating of an application: at most one row each. */
export type LeadRatingRow = RowOf<typeof deskTables.lead_ratings>;

/** The `job_id` of a mail that the server does not send. */
export const NO_JOB = '';

export type ApplicationMailRow = RowOf<typeof deskTables.application_mails>;

/** Whether an applicant agreed that the application is kept beyond its period. The consent itself, with its wording, is in `consents`. */
export type RetentionConsentRow = RowOf<typeof deskTables.retention_consents>;

/**
 * What the desk lists and searches, derived from `leads` and `lead_work` soon after they change. It can be rebuilt at any time and is not copied to
 * another store.
 */
export type LeadIndexRow = RowOf<typeof deskTables.lead_index>;

/**
 * What leads are counted by. The value of `answer time` is a number (lead-counts.ts), of `owner` an account, of `owner answer time` both; `all` has
 * no value.
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
 * How many leads came on a day, in the company's time zone, and what became of them. Counts stay when retention removes the leads; an erasure takes
 * its leads out of them.
 */
export type LeadDayRow = RowOf<typeof countTables.lead_days>;

/** A notice to a staff member about a lead. */
export type StaffNoticeRow = RowOf<typeof deskTables.staff_notices>;
