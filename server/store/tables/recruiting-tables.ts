import type { cvStates } from '../../../contract/desk/application-facts.ts';
import type { ApplicationAnswer } from '../../../contract/desk/application-stages.ts';
import { column, ownedBy, staff, time, withLead, type RowOf } from '../table.ts';

/** What staff do with applications, and open positions. */
export const recruitingTables = ownedBy('recruiting', {
  lead_ratings: {
    of: 'visitors',
    what: 'What each of the staff who rated an application thinks of it.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'ratings', words: 'ratings of applications by staff' },
    given: 'ratings',
    columns: {
      lead_id: column<string>('The application'),
      account_id: column<string>('The account of the staff member'),
      rating: column<number>('1 to 5', 'rating'),
      at: column<number>('When', time('at')),
    },
  },
  cv_texts: {
    of: 'visitors',
    what: 'The words of CVs, so that HR finds an application by them.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: withLead,
    who: 'HR on the desk',
    held: { as: 'cvTexts', words: 'texts of CVs' },
    given: 'cvTexts',
    columns: {
      lead_id: column<string>('The application'),
      state: column<(typeof cvStates)[number] | 'reading'>(
        'Whether the file is whole, or its end is missing, or no program reads it; or that it is being read',
        'file',
      ),
      text: column<string>('Its text, 40 000 characters at most', 'text'),
      at: column<number>('When it was read', time('read')),
    },
  },
  application_mails: {
    of: 'visitors',
    what: 'Mails that staff wrote to an applicant.',
    why: 'To answer an application: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'answers', words: 'mails that staff wrote' },
    given: 'ourAnswers',
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The application'),
      template: column<ApplicationAnswer>('answer, invitation, rejection or keep'),
      subject: column<string>('Its subject', 'subject'),
      body: column<string>('Its words', 'text'),
      actor: column<string>('The account of the staff member who wrote it'),
      at: column<number>('When', time('written')),
      /** The job that sends it; `NO_JOB` if staff sent it with their own mail program. */
      job_id: column<string>('The job that sends it; empty where somebody sent it by their own mail program, and noted that'),
      /** For a mail that asks for consent: days from the consent for which the application is kept. */
      pool_days: column<number | null>('Of one that asks for a consent: for how many days'),
      sent_at: column<number | null>('When it left', time('sent')),
    },
  },
  /** Positions edited at the desk. Each replaces the built one with the same slug. */
  positions: {
    what: 'Open positions as they were edited on the desk, and those that were closed.',
    why: 'To show what is open',
    until: 'Never by itself',
    who: 'Everybody: it is published on the site',
    columns: {
      slug: column<string>('Its name in addresses'),
      /** JSON: Posting of contract/posting.ts. */
      posting: column<string>('Its text, place and dates'),
      version: column<number>('Counted up'),
      /** Null while it is open. */
      closed_at: column<number | null>('When it was closed'),
      changed_at: column<number>('When it was changed last'),
      changed_by: column<string>('The account of the desk that changed it'),
    },
  },
});

/** The `job_id` of a mail that the server does not send. */
export const NO_JOB = '';

export type ApplicationMailRow = RowOf<typeof recruitingTables.application_mails>;
export type CvText = RowOf<typeof recruitingTables.cv_texts>;
