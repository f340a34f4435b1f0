import type { RetentionSetting } from '../../contract/retention-periods.ts';
import type { Schema } from '../store/schema.ts';

/** What a table is for, and whom it concerns: docs/privacy.md is made from it. A column without a line is a type error. */
export type TableAbout<Row> = {
  what: string;
  why: string;
  /** The settings whose rules remove from it, or what else ends it. */
  until: readonly RetentionSetting[] | string;
  who: string;
  columns: { readonly [Column in keyof Required<Row>]: string };
};

const staff = 'Staff by `npm run leads` and `npm run applications` on the server, and by the notices mailed to STAFF_MAIL and HR_MAIL';
const operator = 'Whoever runs the server';
const leadPeriods = [
  'KEEP_UNVERIFIED_DAYS',
  'KEEP_VERIFIED_DAYS',
  'KEEP_MESSAGES_DAYS',
  'KEEP_APPLICATIONS_DAYS',
  'KEEP_SPAM_DAYS',
] as const;

/** Tables with data of people. */
export const personalTables = {
  leads: {
    what: 'Requests, messages and applications, one row each.',
    why: 'To answer them: GDPR Art. 6(1)(b)',
    until: leadPeriods,
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      kind: 'contact, message, application or report',
      product: 'Product in the address that the form was sent to',
      caller: 'Where the form was opened',
      form: 'Which form',
      form_version: 'Its version',
      email: 'E-mail address as typed',
      email_key: 'The mailbox it stands for: lower case, without tag',
      status: 'unverified or verified',
      suspected_spam: 'Whether it looks like spam',
      spam_reason: 'Why: the honeypot, or the time to fill',
      answers: 'What was typed: name, phone, role, company, net worth, message and so on',
      attribution: 'Page, referring site, campaign, and the random visitor id of the browser; addresses of people in them masked',
      created_at: 'When it came',
      verified_at: 'When its address was confirmed',
      owner_answer: 'Whether the owner of the address called it somebody else’s',
      about: 'The paper or portfolio it is about',
    },
  },
  consents: {
    what: 'What a person agreed to, and what was confirmed by a link. Rows are only ever added.',
    why: 'To prove it: Art. 7(1)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      lead_id: 'The request it was given with',
      action: 'asked or confirmed',
      purpose: 'What for',
      text: 'The words as they were shown',
      text_version: 'Their version',
      page: 'The page they were shown on',
      at: 'When',
    },
  },
  withdrawals: {
    what: 'What a person agreed to and then withdrew. Rows are only ever added.',
    why: 'To do as was asked, and to prove it: Art. 7(3)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      lead_id: 'The request it had been given with',
      purpose: 'What for',
      text: 'The words that had been agreed to',
      text_version: 'Their version',
      page: 'The page or command it was withdrawn by',
      at: 'When',
    },
  },
  consent_chain: {
    what: 'A chain of hashes over the consents: `npm run consents -- verify` checks it.',
    why: 'To show that no record of a consent was changed or left out: Art. 7(1), Art. 5(2)',
    until: 'Never by itself; of a consent that was removed it has a fingerprint that names nobody',
    who: operator,
    columns: {
      seq: 'Counted up',
      kind: 'consent or removal',
      consent_id: 'The consent or withdrawal; empty once it was removed',
      salt: 'Random; gone once the consent was removed',
      refers: 'Of a removal: which entry’s consent',
      digest: 'HMAC-SHA-256 of the consent under the salt',
      hash: 'Hash of this entry and of the one before',
      at: 'When the entry was made',
    },
  },
  lead_events: {
    what: 'The history of a request: received, mails sent, confirmed, CV scanned.',
    why: 'To answer it, and to see why a mail did not go: Art. 6(1)(b)',
    until: 'With its lead',
    who: staff,
    columns: {
      id: 'Random, with the time in it',
      lead_id: 'The request',
      at: 'When',
      kind: 'What happened',
      detail: 'JSON; no personal data',
    },
  },
  verifications: {
    what: 'Confirmation links that were sent.',
    why: 'Double opt-in: Art. 6(1)(f), so that nobody is signed up by somebody else',
    until: ['KEEP_LINKS_DAYS'],
    who: operator,
    columns: {
      token_hash: 'SHA-256 of the link’s token; the token itself is nowhere',
      lead_id: 'The request it was sent for',
      address_key: 'The mailbox',
      created_at: 'When it was made',
      expires_at: 'When it stops working',
      used_at: 'When it was used',
      superseded_at: 'When a newer one took its place',
      sent_at: 'When its mail left',
    },
  },
  notices: {
    what: 'Of what staff are to be told, or were.',
    why: 'So that each request is told once: Art. 6(1)(b)',
    until: ['KEEP_NOTICES_DAYS'],
    who: operator,
    columns: {
      lead_id: 'The request',
      kind: 'Which notice',
      due_at: 'Since when it is due',
      mail_job: 'The job whose mail tells it',
      claimed_at: 'Since when',
      told_at: 'When it was told',
    },
  },
  files: {
    what: 'CVs: one row a file.',
    why: 'To decide on an application: Art. 6(1)(b)',
    until: 'With its lead',
    who: 'Whoever may use the server’s command line (`npm run applications -- cv ID`); no address serves a CV',
    columns: {
      key: 'Its random name in DATA_DIR/files or the bucket',
      lead_id: 'The application',
      sha256: 'Hash of its bytes',
      size: 'Bytes',
      name: 'As the applicant called it',
      scan: 'What the virus scanner said',
      scan_detail: 'What it found',
      scanned_at: 'When',
      created_at: 'When it came',
    },
  },
  uploads: {
    what: 'Files that are stored or on their way there; the bytes of a CV go before its row here does.',
    why: 'So that no file is lost or left behind: Art. 6(1)(f)',
    until: 'A day after nothing names the file any more',
    who: operator,
    columns: {
      key: 'The file’s random name',
      size: 'Bytes',
      created_at: 'When it came',
      lead_id: 'The application it belongs to',
      removed_at: 'Since when its removal is under way',
    },
  },
  jobs: {
    what: 'What the server has to do or has done: mails above all.',
    why: 'So that no mail is lost: Art. 6(1)(b)',
    until: ['KEEP_DONE_JOBS_DAYS', 'KEEP_DEAD_JOBS_DAYS'],
    who: `${operator}, by \`npm run jobs\``,
    columns: {
      id: 'Random, with the time in it; also the Message-ID of its mail',
      name: 'Which job',
      payload: 'JSON: the id of a request; of a link asked for anew, the address',
      unique_key: 'What it may be done once for; may name a request’s id',
      status: 'ready, running, done, dead or held',
      run_at: 'When it is due',
      attempts: 'How often it was tried',
      max_attempts: 'How often at most',
      locked_by: 'The server that does it',
      locked_until: 'Until when',
      last_error: 'Why it failed; addresses taken out',
      waiting_on: 'What it waits for',
      created_at: 'Since when',
      finished_at: 'When it ended',
    },
  },
  mail_log: {
    what: 'One row a mail to a visitor, and a notice.',
    why: 'So that nobody can flood an address by our forms: Art. 6(1)(f)',
    until: ['KEEP_MAIL_LOG_DAYS'],
    who: operator,
    columns: {
      job_id: 'The job that sent it',
      address_key: 'The mailbox',
      kind: 'Which mail',
      at: 'When',
      first_mail: 'Whether nobody had confirmed the address yet',
    },
  },
  suppressions: {
    what: 'Addresses that nothing is sent to.',
    why: 'Not to write where mail is refused or unwanted: Art. 6(1)(f)',
    until: ['KEEP_SUPPRESSIONS_DAYS'],
    who: operator,
    columns: { address_key: 'The address', reason: 'Why', at: 'Since when' },
  },
  idempotency: {
    what: 'Answers to forms that carried an Idempotency-Key.',
    why: 'So that a form sent twice is one request: Art. 6(1)(b)',
    until: ['KEEP_ANSWERS_DAYS'],
    who: operator,
    columns: {
      key: 'The random key that the browser made, or the number of a mail provider’s report',
      fingerprint: 'Hash of what was sent',
      status: 'HTTP status of the answer',
      body: 'The answer: the id of the request',
      created_at: 'When',
    },
  },
  rate_limits: {
    what: 'How many requests a client made; on PostgreSQL alone, else in memory.',
    why: 'So that nobody can overload the forms: Art. 6(1)(f)',
    until: 'A day at the most',
    who: operator,
    columns: {
      key: 'The limit, and the client’s network address (/64 of an IPv6 one)',
      points: 'Requests',
      expire: 'When it is forgotten',
    },
  },
  erasures: {
    what: 'That somebody was erased. The same is in DATA_DIR/erasures.jsonl.',
    why: 'To erase again from a restored backup: Art. 17, Art. 5(2)',
    until: ['KEEP_ERASURES_DAYS'],
    who: operator,
    columns: {
      id: 'Random, with the time in it',
      at: 'When',
      scope: 'One spelling of an address, or its mailbox',
      key: 'Random; the hash cannot be tried out without it',
      hash: 'HMAC-SHA-256 of the address: it confirms an address that somebody knows, and gives none away',
    },
  },
  privacy_log: {
    what: 'What was given out, erased and removed.',
    why: 'Accountability: Art. 5(2)',
    until: ['KEEP_PRIVACY_LOG_DAYS'],
    who: `${operator}, by \`npm run privacy -- log\``,
    columns: {
      id: 'Random, with the time in it',
      at: 'When',
      action: 'What was done',
      actor: 'The user of the machine who did it, or what --by said',
      counts: 'JSON: how much of what',
    },
  },
} as const satisfies { [Table in keyof Schema]?: TableAbout<Schema[Table]> };
