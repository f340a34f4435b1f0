import { column, flag, operator, ownedBy, time, type RowOf } from '../table.ts';

/** What was mailed to whom, and where nothing is sent. */
export const mailTables = ownedBy('mail', {
  /** One row for each counted mail, written before it is sent and moved to the time of the latest attempt. */
  mail_log: {
    of: 'visitors',
    what: 'One row a mail to a visitor, and a notice.',
    why: 'So that nobody can flood an address by our forms: Art. 6(1)(f)',
    until: { KEEP_MAIL_LOG_DAYS: 'at < :before' },
    who: operator,
    held: { as: 'mailLog', words: 'mails counted' },
    columns: {
      job_id: column<string>('The job that sent it'),
      /** The address key; for a notice to staff or a rehearsal, a key of its own (mail/mail-limits.ts). */
      address_key: column<string>('The mailbox'),
      kind: column<string>('Which mail', 'kind'),
      at: column<number>('When', time('at')),
      first_mail: column<0 | 1>('Whether nobody had confirmed the address yet', flag('firstMail')),
      /** limitKey, wider than the address key. Null: written by a build without this column. */
      limit_key: column<string | null>('The mailbox, with the spellings that its provider takes for one'),
    },
  },
  suppressions: {
    of: 'visitors',
    what: 'Addresses that nothing is sent to.',
    why: 'Not to write where mail is refused or unwanted: Art. 6(1)(f)',
    until: { KEEP_SUPPRESSIONS_DAYS: 'at < :before' },
    who: operator,
    held: { as: 'suppressions', words: 'marks that nothing is sent' },
    columns: {
      address_key: column<string>('The address', 'address'),
      reason: column<string>('Why', 'reason'),
      at: column<number>('Since when', time('since')),
    },
  },
  /** Staff addresses that the mail server refuses while other recipients of the same mail are accepted. */
  refused_staff: {
    what: 'Work addresses of STAFF_MAIL, HR_MAIL and OPS_MAIL that the mail server refuses.',
    why: 'To tell that a colleague gets no mail',
    until: 'Until a mail goes there',
    who: 'Staff on the desk who see deliveries',
    columns: {
      address: column<string>('The work address'),
      since: column<number>('Since when'),
      last_at: column<number>('When it was refused last'),
      mails: column<number>('How many mails'),
      reason: column<string>('What the mail server said; addresses taken out'),
    },
  },
});

export type MailLogRow = RowOf<typeof mailTables.mail_log>;
export type SuppressionRow = RowOf<typeof mailTables.suppressions>;
export type RefusedStaffRow = RowOf<typeof mailTables.refused_staff>;
