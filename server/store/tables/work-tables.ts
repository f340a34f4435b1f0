import { listedFields, workFields, type ListedColumns, type WorkColumns } from '../staff-columns.ts';
import type { LeadOrigin } from '../../../contract/desk/lead-origins.ts';
import type { leftReasons } from '../../../contract/calls/desk/several-calls.ts';
import { column, operator, ownedBy, staff, time, withLead, type ColumnsOf, type RowOf } from '../table.ts';

/** Columns of the fields that staff maintain (contract/desk/staff-fields.ts), and of those that lists show. */
const work = Object.fromEntries(
  workFields.map(({ column: name, kind, name: as, about }) => [
    name,
    column(about, kind === 'account' ? undefined : { as, when: (row) => row[name] !== null }),
  ]),
) as ColumnsOf<WorkColumns>;
const listed = Object.fromEntries(
  listedFields.map((field) => [field.column, column(field.kind === 'score' ? field.about : 'As in `lead_work`')]),
) as ColumnsOf<ListedColumns>;

/** What staff do with requests, and what lists and counts are made of. */
export const workTables = ownedBy('work', {
  lead_work: {
    of: 'visitors',
    what: 'What staff made of a request.',
    why: 'To answer it: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'work', words: 'requests that staff worked on' },
    given: 'work',
    columns: {
      lead_id: column<string>('The request'),
      ...work,
      version: column<number>('Counted up with each change'),
      changed_at: column<number>('When it last changed', time('changed')),
    },
  },
  lead_persons: {
    of: 'visitors',
    what: 'Which requests are one person’s under several addresses, as staff said.',
    why: 'To answer a person as one: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'persons', words: 'requests that staff linked to another address' },
    given: 'linked',
    columns: {
      lead_id: column<string>('The request'),
      person: column<string>('Random, the same for all requests of the person'),
      /** Empty: it came later, and its address was linked already. */
      linked_by: column<string>('The account of the staff member who said so'),
      linked_at: column<number>('When', time('at')),
    },
  },
  /** What a change of several requests at once did to each of them. */
  work_batches: {
    of: 'visitors',
    what: 'What staff changed for several requests at once, and how each was before.',
    why: 'So that a change asked for twice is made once, and can be undone: Art. 6(1)(f)',
    until: { KEEP_ANSWERS_DAYS: 'at < :before' },
    who: operator,
    columns: {
      /** With `lead_id` the primary key. Begins with the account. */
      batch: column<string>('The account that asked for it, and a random key'),
      lead_id: column<string>('The request'),
      fingerprint: column<string>('Hash of what was asked for'),
      outcome: column<'done' | (typeof leftReasons)[number]>('Done, or why not'),
      changed_by: column<string | null>('Where a colleague was quicker, their account'),
      /** JSON: the staff field. */
      before: column<string | null>('JSON: its owner, state or stage before'),
      version: column<number>('Which version of that it became'),
      at: column<number>('When'),
    },
  },
  lead_index: {
    of: 'visitors',
    what: 'What the desk lists and searches, made from `leads` and `lead_work`. On SQLite `lead_search`, `lead_words` and their tables index its columns `text`, `terms` and `words`; an erasure overwrites there what was deleted.',
    why: 'To find a request again: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    columns: {
      /** The lead's position by its time of arrival (lead-index.ts). Unique. */
      pos: column<number>('Its place by the time it came'),
      lead_id: column<string>('The request'),
      kind: column<string>('As in `leads`'),
      form: column<string>('As in `leads`'),
      caller: column<string>('As in `leads`'),
      campaign: column<string | null>('The campaign of its attribution'),
      source: column<string | null>('The source that its link named, or that it was made by hand'),
      medium: column<string | null>('The medium that its link named'),
      term: column<string | null>('The search term that its link named'),
      content: column<string | null>('The version that its link named'),
      referrer: column<string | null>('The name of the site that led to the first page'),
      entry: column<string | null>('The page it began with'),
      page: column<string | null>('The page of the form'),
      /** ISO 3166-1 alpha-2, from the dial code of the telephone number. */
      country: column<string | null>('The country of its telephone number'),
      verified: column<0 | 1>('Whether its address was confirmed'),
      spam: column<0 | 1>('Whether it looks like spam'),
      changed_at: column<number>('When it last changed'),
      /** The sort key, folded as `text` is. */
      name: column<string>('The name, without accents and case'),
      /** The searched text (search-text.ts). */
      text: column<string>('Name, address, company, role, subject and digits of the telephone number, without accents and case'),
      /** Each with a space before it (search-text.ts); on SQLite with the terms of filters. Null: from before there were any. */
      words: column<string | null>(
        'The words of these, of what the visitor wrote and of what staff noted, each once, without accents and case',
      ),
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
    of: 'visitors',
    what: 'As what a request stands in the counts by day (`lead_days`).',
    why: 'So that the counts follow what becomes of it: Art. 6(1)(f)',
    until: withLead,
    who: 'Whoever runs the server',
    columns: {
      lead_id: column<string>('The request'),
      /** JSON (lead-counts.ts). */
      facts: column<string>(
        'JSON: day, form, button, campaign, how it came, country, owner, and whether it was confirmed, answered, met or won',
      ),
    },
  },
  lead_days: {
    of: 'visitors',
    what: 'How many leads came on a day, by form, button, campaign and how they came, country and the colleague whose they are: numbers, of no visitor. An erasure takes its requests out of them.',
    why: 'To see what brings leads, and how quickly they are answered',
    until: 'Never by itself',
    who: 'Sales, figures, marketing and those who only read on the desk',
    columns: {
      dimension: column<LeadDimension>('What they are counted by'),
      /** YYYY-MM-DD. */
      day: column<string>('When they came'),
      value: column<string>('Which form, button, campaign, source, site, page, country or account of the staff'),
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
    who: 'Sales, figures, marketing and those who only read on the desk',
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
  page_views: {
    what: 'How often each page was seen on a day, and a form opened on it, by source and campaign: numbers, of no visitor. At most a thousand rows a day.',
    why: 'To see what leads people to the site, and what becomes of it',
    until: 'Never by itself',
    who: 'Sales, figures, marketing and those who only read on the desk',
    columns: {
      /** YYYY-MM-DD, in the company's time zone. */
      day: column<string>('When'),
      page: column<string>('Which page; those that are not declared together'),
      /** Empty: none was named. */
      source: column<string>('The source that the link named'),
      campaign: column<string>('The campaign that the link named'),
      /** WITHIN (contract/page-view.ts): a link of this site led there. Empty: none, or not told. */
      referrer: column<string>('The name of the site that led there'),
      /** 1: sample data. */
      sample: column<0 | 1>('Whether it is made up, for trying'),
      seen: column<number>('How often it was seen'),
      opened: column<number>('How often a form was opened on it'),
    },
  },
  /** Only added to: the latest row of an id counts. */
  ready_answers: {
    what: 'Ready answers that staff wrote or changed, by version.',
    why: 'To answer requests',
    until: 'Never by itself',
    who: 'Staff on the desk; those of one person, that person alone',
    columns: {
      id: column<string>('Its name'),
      version: column<number>('Counted up'),
      section: column<'lead' | 'message' | 'application'>('What it answers'),
      /** Null: everybody's. */
      owner: column<string | null>('The account of the desk whose own it is'),
      title: column<string>('What it is called'),
      subject: column<string>('Its subject'),
      text: column<string>('Its text'),
      removed: column<number>('Whether it was removed'),
      at: column<number>('When it was written'),
      by: column<string>('The account of the desk that wrote it'),
    },
  },
});

/** What staff recorded about a lead. Without a row the lead is new and has no owner. */
export type LeadWorkRow = RowOf<typeof workTables.lead_work>;

/** How often a form was opened on a day. */
export type FormOpensRow = RowOf<typeof workTables.form_opens>;

/** How often a page was seen on a day, and a form opened on it. */
export type PageViewsRow = RowOf<typeof workTables.page_views>;

/**
 * What the desk lists and searches, derived from `leads` and `lead_work` soon after they change. It can be rebuilt at any time and is not copied to
 * another store.
 */
export type LeadIndexRow = RowOf<typeof workTables.lead_index>;

/**
 * What leads are counted by. The value of `answer time` is a number (lead-counts.ts), of `owner` an account, of `owner answer time` both; `all` has
 * no value.
 */
export type LeadDimension = 'all' | 'answer time' | 'form' | 'caller' | 'campaign' | 'country' | LeadOrigin | 'owner' | 'owner answer time';

/**
 * How many leads came on a day, in the company's time zone, and what became of them. Counts stay when retention removes the leads; an erasure takes
 * its leads out of them.
 */
export type LeadDayRow = RowOf<typeof workTables.lead_days>;
export type ReadyAnswerRow = RowOf<typeof workTables.ready_answers>;

/** What a change of several requests at once did to one of them. */
export type WorkBatchRow = RowOf<typeof workTables.work_batches>;
