import { column, json, operator, ownedBy, staff, time, withLead, type RowOf } from '../table.ts';

/** Requests, messages and applications, with what was agreed to, and what happened to them. */
export const leadTables = ownedBy('leads', {
  leads: {
    of: 'visitors',
    what: 'Requests, messages and applications, one row each.',
    why: 'To answer them: GDPR Art. 6(1)(b)',
    until: [
      'KEEP_UNVERIFIED_DAYS',
      'KEEP_VERIFIED_DAYS',
      'KEEP_WORKED_REQUESTS_DAYS',
      'KEEP_MESSAGES_DAYS',
      'KEEP_APPLICATIONS_DAYS',
      'KEEP_OPEN_APPLICATIONS_DAYS',
      'KEEP_SPAM_DAYS',
    ],
    who: staff,
    held: { as: 'leads', words: 'requests, messages and applications' },
    columns: {
      id: column<string>('Random, with the time in it', 'id'),
      kind: column<string>('contact, message, application or report', 'kind'),
      product: column<string>('Product in the address that the form was sent to', 'product'),
      caller: column<string>('Where the form was opened', 'caller'),
      form: column<string>('Which form', { as: 'form', read: (form, row) => `${String(form)}, version ${String(row.form_version)}` }),
      form_version: column<number>('Its version'),
      email: column<string>('E-mail address as typed', 'email'),
      /** The address key (kernel/address.ts). Not renamed to `address_key`, because that would fail the old build in a rolling restart. */
      email_key: column<string>('The mailbox it stands for: lower case, without tag'),
      status: column<'unverified' | 'verified'>('unverified or verified', 'status'),
      suspected_spam: column<0 | 1>('Whether it looks like spam', {
        as: 'suspectedSpam',
        read: (suspected, row) => suspected === 1 && (row.spam_reason ?? true),
      }),
      spam_reason: column<string | null>('Why: the honeypot, or the time to fill'),
      answers: column<string>('What was typed: name, phone, role, company, net worth, message and so on', json('answers')),
      /** JSON: by path, the words of its form and of the request. Null: as they ship, or stored by a build without this column. */
      asked: column<string | null>('The questions, where staff had put them in other words', json('asked')),
      attribution: column<string>(
        'Page, first page, referring site, campaign with its source, medium, term and version of the link, and the random visitor id of the browser; addresses of people in them masked',
        json('attribution'),
      ),
      created_at: column<number>('When it came', time('received')),
      verified_at: column<number | null>('When its address was confirmed', time('verified')),
      /** What the owner of the address answered about a request that they did not confirm. */
      owner_answer: column<'unpicked' | 'declined' | null>('Whether the owner of the address called it somebody else’s', 'ownerAnswer'),
      /** The subject (NamedAbout). Null: none in particular, or stored by a build without this column. */
      about: column<string | null>('The paper or portfolio it is about', json('about')),
      /** 1: made by `npm run desk -- sample`. Nothing is sent for it. */
      sample: column<1 | null>('Whether it was made up for trying, and concerns nobody'),
    },
  },
  consents: {
    of: 'visitors',
    what: 'What a person agreed to, and what was confirmed by a link. Rows are only ever added.',
    why: 'To prove it: Art. 7(1)',
    until: withLead,
    who: staff,
    held: { as: 'consents', words: 'consents' },
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request it was given with'),
      action: column<'asked' | 'confirmed'>('asked or confirmed', 'action'),
      purpose: column<string>('What for', 'purpose'),
      text: column<string>('The words as they were shown', 'text'),
      text_version: column<string>('Their version', 'version'),
      page: column<string>('The page they were shown on', 'page'),
      at: column<number>('When', time('at')),
    },
  },
  /** Consents that were withdrawn, in the words that were agreed to. */
  withdrawals: {
    of: 'visitors',
    what: 'What a person agreed to and then withdrew. Rows are only ever added.',
    why: 'To do as was asked, and to prove it: Art. 7(3)',
    until: withLead,
    who: staff,
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request it had been given with'),
      purpose: column<string>('What for'),
      text: column<string>('The words that had been agreed to'),
      text_version: column<string>('Their version'),
      page: column<string>('The page or command it was withdrawn by'),
      at: column<number>('When'),
    },
  },
  /**
   * A hash chain with one entry for each consent or withdrawal, and one for each later removal. Each hash covers the hash before it, so that no entry
   * can be changed, left out or inserted afterwards. Append-only, except that a removed consent loses its salt, after which its digest reveals nothing.
   */
  consent_chain: {
    of: 'visitors',
    what: 'A chain of hashes over the consents, those to cookies included: `npm run consents -- verify` checks it.',
    why: 'To show that no record of a consent was changed or left out: Art. 7(1), Art. 5(2)',
    until: 'Never by itself; of a consent that was removed it has a fingerprint that names nobody',
    who: operator,
    columns: {
      /** From 1, without gaps. */
      seq: column<number>('Counted up'),
      kind: column<'consent' | 'removal'>('consent or removal'),
      consent_id: column<string | null>('The consent or withdrawal; empty once it was removed'),
      salt: column<string | null>('Random; gone once the consent was removed'),
      /** `seq` of that entry. */
      refers: column<number | null>('Of a removal: which entry’s consent'),
      /** Hexadecimal. */
      digest: column<string>('HMAC-SHA-256 of the consent under the salt'),
      hash: column<string>('Hash of this entry and of the one before'),
      at: column<number>('When the entry was made'),
    },
  },
  /** Append-only, except for `pending` and `seq`. */
  lead_events: {
    of: 'visitors',
    what: 'The history of a request: received, mails sent, confirmed, CV scanned, meetings booked, moved and cancelled.',
    why: 'To answer it, and to see why a mail did not go: Art. 6(1)(b)',
    until: withLead,
    who: staff,
    held: { as: 'events', words: 'entries of their history' },
    given: 'history',
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request'),
      at: column<number>('When', time('at')),
      kind: column<string>('What happened', 'what'),
      detail: column<string>(
        'JSON; no personal data but what staff noted, what they answered or corrected, and when a meeting is, with the time zone in which it was chosen',
        json('detail'),
      ),
      /** Null: a visitor, the server, or a command. */
      actor: column<string | null>('The account of the staff member who did it'),
      /** 1: not yet taken in by all subscribers (leads/history). 2: set aside by a build before 3.3. */
      pending: column<1 | 2 | null>('Whether a part of the server that follows the history has yet to take it in'),
      /** Null: not numbered yet, or taken in by a build before 3.3. */
      seq: column<number | null>('The order in which they take entries in'),
    },
  },
  lead_addresses: {
    of: 'visitors',
    what: 'Addresses that a request had before staff corrected it.',
    why: 'So that what a person asks of their data by a former address holds for all of it: Art. 12(2)',
    until: withLead,
    who: operator,
    held: { as: 'formerAddresses', words: 'former addresses of requests' },
    given: 'formerAddresses',
    columns: {
      id: column<string>('Random, with the time in it'),
      lead_id: column<string>('The request'),
      email: column<string>('The address as typed', 'email'),
      email_key: column<string>('The mailbox'),
      /** 0: nobody knows whose it is; it may have been mistyped. */
      confirmed: column<0 | 1>('Whether the address was confirmed'),
      until: column<number>('When it was corrected', time('until')),
    },
  },
  /** How far the subscribers of the histories have read them (leads/history/history-subscribers.ts). */
  history_positions: {
    what: 'How far each part of the server that follows the histories of requests has read them.',
    why: 'So that each takes in every entry',
    until: 'Never by itself',
    who: operator,
    columns: {
      subscriber: column<string>('The part'),
      seq: column<number>('The number of the last entry that it took in'),
    },
  },
  history_set_aside: {
    of: 'visitors',
    what: 'Requests whose history a part of the server could not take in.',
    why: 'To try again, and to say so: Art. 6(1)(f)',
    until: 'With its lead, or when it was taken in',
    who: operator,
    columns: {
      subscriber: column<string>('The part'),
      lead_id: column<string>('The request'),
      /** Later entries of the lead wait behind it. */
      seq: column<number>('The number of the first entry that it could not take in'),
      at: column<number>('When that happened'),
    },
  },
  lead_sources: {
    of: 'visitors',
    what: 'From which network a request came, as a keyed fingerprint from which no address can be read.',
    why: 'So that a flood of false requests is known as one, and hides nobody’s own: Art. 6(1)(f)',
    until: { KEEP_MAIL_LOG_DAYS: 'at < :before' },
    who: operator,
    columns: {
      lead_id: column<string>('The request'),
      /** The sender's widest network by its stored name (Shares.names). */
      network: column<string>(
        'Keyed fingerprint of the network that it was sent from: HMAC-SHA-256 under a key of the store, of a /24 of IPv4 or a /48 of IPv6',
      ),
      at: column<number>('When it came'),
      /** Only the first proof counts. */
      proven_at: column<number | null>('When the browser’s proof of work came, where one was asked for'),
      flood: column<string | null>('Random, the same for all that staff marked as spam together'),
    },
  },
  verifications: {
    of: 'visitors',
    what: 'Confirmation links that were sent.',
    why: 'Double opt-in: Art. 6(1)(f), so that nobody is signed up by somebody else',
    until: { KEEP_LINKS_DAYS: 'expires_at < :before' },
    who: operator,
    held: { as: 'verifications', words: 'confirmation links' },
    given: 'links',
    columns: {
      token_hash: column<string>('SHA-256 of the link’s token; the token itself is nowhere'),
      /** The link works for every request of its mailbox. */
      lead_id: column<string>('The request it was sent for'),
      address_key: column<string | null>('The mailbox'),
      created_at: column<number>('When it was made', time('made')),
      expires_at: column<number>('When it stops working', time('expires')),
      used_at: column<number | null>('When it was used', time('used')),
      superseded_at: column<number | null>('When a newer one took its place'),
      sent_at: column<number | null>('When its mail left', time('sent')),
    },
  },
  /** Pending notices to staff: one row for each lead and kind of notice. */
  notices: {
    of: 'visitors',
    what: 'Of what staff are to be told, or were.',
    why: 'So that each request is told once: Art. 6(1)(b)',
    until: { KEEP_NOTICES_DAYS: 'told_at < :before' },
    who: operator,
    held: { as: 'notices', words: 'notices to staff' },
    given: 'noticesToStaff',
    columns: {
      lead_id: column<string>('The request'),
      kind: column<string>('Which notice', 'kind'),
      due_at: column<number>('Since when it is due'),
      mail_job: column<string | null>('The job whose mail tells it'),
      claimed_at: column<number | null>('Since when'),
      told_at: column<number | null>('When it was told', time('told')),
    },
  },
  idempotency: {
    of: 'visitors',
    what: 'Answers to forms that carried an Idempotency-Key.',
    why: 'So that a form sent twice is one request: Art. 6(1)(b)',
    until: { KEEP_ANSWERS_DAYS: 'created_at < :before' },
    who: operator,
    held: { as: 'idempotency', words: 'answers for repeated requests' },
    columns: {
      key: column<string>(
        'The random key that the browser made, the number of a mail provider’s report, or a hash of the number of a booking',
        'key',
      ),
      fingerprint: column<string>('Hash of what was sent', 'fingerprint'),
      status: column<number>('HTTP status of the answer'),
      body: column<string>('The answer: the id of the request', 'answer'),
      created_at: column<number>('When', time('at')),
    },
  },
  /** Whether an applicant agreed that the application is kept beyond its period. */
  retention_consents: {
    of: 'visitors',
    what: 'Whether an applicant agreed that the application is kept for longer. The words of it are in `consents`.',
    why: 'To keep it for as long as was agreed, and no longer: Art. 6(1)(a)',
    until: withLead,
    who: staff,
    held: { as: 'keeping', words: 'applications that may be kept for longer' },
    given: 'keptForLonger',
    columns: {
      lead_id: column<string>('The application'),
      days: column<number>('For how many days from the consent they were asked last', 'days'),
      asked_at: column<number>('When they were asked', time('asked')),
      /** Null: no consent was given, or it was withdrawn. */
      pool_until: column<number | null>('Until when it is kept; empty where they did not agree, or withdrew it', time('until')),
    },
  },
});

export type LeadRow = RowOf<typeof leadTables.leads>;
export type LeadAddressRow = RowOf<typeof leadTables.lead_addresses>;
export type LeadEventRow = RowOf<typeof leadTables.lead_events>;
export type ConsentRow = RowOf<typeof leadTables.consents>;
export type WithdrawalRow = RowOf<typeof leadTables.withdrawals>;
export type ConsentChainRow = RowOf<typeof leadTables.consent_chain>;
export type VerificationRow = RowOf<typeof leadTables.verifications>;
export type IdempotencyRow = RowOf<typeof leadTables.idempotency>;
