import type {
  ApplicationMailRow,
  LeadCountedRow,
  LeadIndexRow,
  LeadRatingRow,
  LeadWorkRow,
  RetentionConsentRow,
  StaffNoticeRow,
} from '../store/desk-schema.ts';
import { listedFields, workFields, type ListedColumns, type WorkColumns } from '../store/staff-columns.ts';
import { staff, type TableAbout } from './table-about.ts';

/** What the desk of the staff adds to what is stored on people. */
export const deskTables = {
  lead_work: {
    what: 'What staff made of a request.',
    why: 'To answer it: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: 'The request',
      ...(Object.fromEntries(workFields.map(({ column, about }) => [column, about])) as Record<keyof WorkColumns, string>),
      version: 'Counted up with each change',
      changed_at: 'When it last changed',
    },
  },
  lead_index: {
    what: 'What the desk lists and searches, made from `leads` and `lead_work`. On SQLite `lead_search` and its tables index its columns `text` and `terms`; an erasure overwrites there what was deleted.',
    why: 'To find a request again: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      pos: 'Its place by the time it came',
      lead_id: 'The request',
      kind: 'As in `leads`',
      form: 'As in `leads`',
      caller: 'As in `leads`',
      campaign: 'The campaign of its attribution',
      country: 'The country of its telephone number',
      verified: 'Whether its address was confirmed',
      spam: 'Whether it looks like spam',
      changed_at: 'When it last changed',
      name: 'The name, without accents and case',
      text: 'Name, address, company, role, subject and digits of the telephone number, without accents and case',
      terms: 'Numbers that stand for these',
      seq: 'Which change of the list it was last',
      position: 'Of an application: what it is for',
      scan: 'Of an application: what the virus scanner said of its CV',
      sample: 'As in `leads`',
      ...(Object.fromEntries(
        listedFields.map(({ column, about, kind }) => [column, kind === 'score' ? about : 'As in `lead_work`']),
      ) as Record<keyof ListedColumns, string>),
    },
  },
  lead_counted: {
    what: 'As what a request stands in the counts by day (`lead_days`).',
    why: 'So that the counts follow what becomes of it: Art. 6(1)(f)',
    until: 'With its lead',
    who: 'Whoever runs the server',
    columns: {
      lead_id: 'The request',
      facts: 'JSON: day, form, button, campaign, referring site, country, owner, and whether it was confirmed, answered, met or won',
    },
  },
  staff_notices: {
    what: 'That a note on a request names somebody of the staff, or that it was given to them.',
    why: 'So that a request is not forgotten: Art. 6(1)(b)',
    until: 'With its lead',
    who: 'Whom it tells, on the desk',
    columns: {
      id: 'Random, with the time in it',
      account_id: 'The account of whom it tells',
      lead_id: 'The request',
      event_id: 'The entry of its history',
      kind: 'named or assigned',
      actor: 'The account of whoever did it',
      at: 'When',
      read_at: 'When it was read',
      mailed_at: 'When it was mailed to the staff member; nothing of the visitor is in that mail',
    },
  },
  lead_ratings: {
    what: 'What each of the staff who rated an application thinks of it.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: 'The application',
      account_id: 'The account of the staff member',
      rating: '1 to 5',
      at: 'When',
    },
  },
  application_mails: {
    what: 'Mails that staff wrote to an applicant.',
    why: 'To answer an application: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      lead_id: 'The application',
      template: 'answer, invitation, rejection or keep',
      subject: 'Its subject',
      body: 'Its words',
      actor: 'The account of the staff member who wrote it',
      at: 'When',
      job_id: 'The job that sends it; empty where somebody sent it by their own mail program, and noted that',
      pool_days: 'Of one that asks for a consent: for how many days',
      sent_at: 'When it left',
    },
  },
  retention_consents: {
    what: 'Whether an applicant agreed that the application is kept for longer. The words of it are in `consents`.',
    why: 'To keep it for as long as was agreed, and no longer: Art. 6(1)(a)',
    until: 'With its lead',
    who: staff,
    columns: {
      lead_id: 'The application',
      days: 'For how many days from the consent they were asked last',
      asked_at: 'When they were asked',
      pool_until: 'Until when it is kept; empty where they did not agree, or withdrew it',
    },
  },
} as const satisfies {
  lead_work: TableAbout<LeadWorkRow>;
  lead_index: TableAbout<LeadIndexRow>;
  lead_counted: TableAbout<LeadCountedRow>;
  staff_notices: TableAbout<StaffNoticeRow>;
  lead_ratings: TableAbout<LeadRatingRow>;
  application_mails: TableAbout<ApplicationMailRow>;
  retention_consents: TableAbout<RetentionConsentRow>;
};
