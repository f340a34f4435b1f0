import type { LeadNews, NoticeMails } from '../../../contract/desk/lead-news.ts';
import { column, json, operator, ownedBy, time, withLead, type RowOf } from '../table.ts';

const administrators = 'Administrators of the desk, and whoever runs the server';
const signIn = 'So that only staff see what visitors sent: Art. 32';

/** Staff's accounts and what they did. Of visitors only the ids of their requests are here. */
export const staffTables = ownedBy('staff', {
  staff_accounts: {
    of: 'staff',
    what: 'Accounts of the desk: one row for each of the staff.',
    why: signIn,
    until: 'Never by itself: the record of actions names it',
    who: administrators,
    columns: {
      id: column<string>('Random, with the time in it'),
      name: column<string>('Name', 'name'),
      /** Work address, as it was typed. */
      address: column<string>('Work address', 'address'),
      /** The key for lookups: exactKey of kernel/address.ts. */
      address_key: column<string>('The same in lower case'),
      /** JSON: roles of contract/desk/roles.ts. */
      roles: column<string>('What they may do', json('roles')),
      /** `invited`: never signed in. */
      state: column<'invited' | 'active' | 'revoked'>('invited, active or revoked', 'state'),
      created_at: column<number>('When it was made', time('made')),
      seen_at: column<number | null>('When it was last used', time('lastSeen')),
      /** Issuer and subject of the account at the company's OpenID provider: ProviderIdentity in staff/sign-in/provider.ts. */
      provider_subject: column<string | null>('Who it is at the company’s OpenID provider', 'companyProvider'),
      /** Null: at once. */
      notice_mails: column<Exclude<NoticeMails, 'at once'> | null>(
        'Whether they are mailed notices daily or never, where not at once',
        'noticeMails',
      ),
      /** Null: as 1, the default. */
      morning_mail: column<0 | 1 | null>('Whether what waits comes by mail each morning', 'morningMail'),
      /** Null: as 0, the default. */
      away: column<0 | 1 | null>('Whether they are away, so that new leads go to others in turn', 'away'),
      turn_at: column<number | null>('When a lead last came to them in turn', time('turn')),
    },
  },
  staff_passkeys: {
    of: 'staff',
    what: 'Passkeys of the staff: public keys, which sign nobody in.',
    why: signIn,
    until: 'Until it is removed, or its account is revoked',
    who: operator,
    given: 'passkeys',
    columns: {
      /** Credential id, base64url. */
      id: column<string>('The passkey’s own', 'id'),
      account_id: column<string>('Whose it is'),
      /** COSE key, base64url. */
      public_key: column<string>('Public key', 'publicKey'),
      counter: column<number>('How often it was used, where it counts', 'timesUsed'),
      /** JSON: WebAuthn transports. */
      transports: column<string>('How a browser reaches it', json('reachedBy')),
      /** Name given by its owner. */
      name: column<string>('Browser it was made with', 'name'),
      created_at: column<number>('When it was made', time('made')),
      used_at: column<number | null>('When it was last used', time('lastUsed')),
    },
  },
  staff_sessions: {
    of: 'staff',
    what: 'Sign-ins of the staff. A restored backup ends them all.',
    why: signIn,
    until: { KEEP_STAFF_SIGN_INS_DAYS: 'ends_at < :before' },
    who: 'Whose it is',
    given: 'sessions',
    columns: {
      id: column<string>('Random, with the time in it'),
      token_hash: column<string>('SHA-256 of the token in the browser’s cookie; the token itself is nowhere'),
      account_id: column<string>('Whose it is'),
      way: column<SignInWay>('first, invitation, link, passkey or provider', 'way'),
      device: column<string>('Browser and system: Firefox on Windows', 'device'),
      signed_in_at: column<number>('When it began', time('signedIn')),
      seen_at: column<number>('When it was last used', time('lastSeen')),
      /** When it ends even if it is used. */
      ends_at: column<number>('When it ends at the latest', time('endsAtTheLatest')),
      ended_at: column<number | null>('When it was ended', time('ended')),
    },
  },
  staff_sign_ins: {
    of: 'staff',
    what: 'Sign-ins that were begun: links to work addresses, challenges of passkeys.',
    why: signIn,
    until: { KEEP_STAFF_SIGN_INS_DAYS: 'expires_at < :before' },
    who: operator,
    given: 'signInsBegun',
    columns: {
      id: column<string>('Random, with the time in it'),
      kind: column<'first' | 'invitation' | 'link' | 'passkey' | 'new passkey' | 'new address' | 'provider'>(
        'first, invitation, link, passkey, new passkey, new address or provider',
        'kind',
      ),
      /** Hash of the link's token; null until its mail is written, and if there is no link. */
      token_hash: column<string | null>('SHA-256 of the link’s token; the token itself is nowhere'),
      /** Hash of the token in the browser that began the sign-in; null if any browser may finish it. */
      browser_hash: column<string | null>('SHA-256 of a random cookie of the browser that began it'),
      /** Null if no account has the address, or the account is not known yet. */
      account_id: column<string | null>('For whom; empty for an address that is nobody’s, which is not stored'),
      /** The passkey challenge, the data that the provider's answer is checked against, or the new address. */
      challenge: column<string | null>('Random: what the answer is checked by; of a new work address, that address', {
        as: 'address',
        when: (row) => row.kind === 'new address',
      }),
      /** For a link: `session` if a session of the account asked for it, else a keyed hash of the client's network. */
      asked_by: column<string | null>('Of a link: a keyed hash of the network that asked for it, so that nobody uses up another’s links'),
      created_at: column<number>('When', time('begun')),
      expires_at: column<number>('Until when it may be finished', time('expires')),
      used_at: column<number | null>('When it was finished', time('finished')),
    },
  },
  staff_actions: {
    of: 'staff',
    what: 'What staff saw and did. Rows are only ever added: the store refuses every change, and lets a row go by retention alone.',
    why: 'Accountability: Art. 5(2), Art. 32',
    until: ['KEEP_STAFF_ACTIONS_DAYS'],
    who: administrators,
    given: 'actions',
    columns: {
      id: column<string>('Random, with the time in it'),
      at: column<number>('When', time('at')),
      account_id: column<string>('Who'),
      action: column<string>('What was done', 'what'),
      /** Kind of the object of the action, such as `lead`; null if there is none. */
      subject: column<string | null>('To what: lead, session, account', 'to'),
      subject_id: column<string | null>('Its id', 'id'),
      detail: column<string>('JSON: numbers and names of ours; nothing of a visitor', json('detail')),
    },
  },
  /** Append-only: records that retention removed actions before a time. */
  staff_action_removals: {
    of: 'staff',
    what: 'That retention removed what staff did before a time. Rows are only ever added.',
    why: 'Accountability: Art. 5(2)',
    until: 'Never by itself: times alone',
    who: operator,
    columns: {
      id: column<string>('Random, with the time in it'),
      at: column<number>('When it was removed'),
      before: column<number>('What was done before this went'),
    },
  },
  staff_notices: {
    of: 'visitors',
    what: 'That a note on a request names somebody of the staff, that it was given to them, or what happened to it while it was theirs.',
    why: 'So that a request is not forgotten: Art. 6(1)(b)',
    until: withLead,
    who: 'Whom it tells, on the desk',
    held: { as: 'staffNotices', words: 'notices to colleagues at the desk' },
    given: 'tellingStaff',
    columns: {
      id: column<string>('Random, with the time in it'),
      /** The account that is notified. */
      account_id: column<string>('The account of whom it tells'),
      lead_id: column<string>('The request'),
      /** The entry of the lead's history that the notice is about. */
      event_id: column<string>('The entry of its history'),
      kind: column<'named' | 'assigned'>('named or assigned', 'why'),
      /** Null: named or assigned. Kept apart because builds before 3.4 know no other kinds; `kind` is assigned then. */
      news: column<LeadNews | null>('What happened to it, where that is another thing', { as: 'news', when: ({ news }) => news !== null }),
      /** Empty: no colleague. */
      actor: column<string>('The account of whoever did it'),
      at: column<number>('When', time('at')),
      read_at: column<number | null>('When it was read', time('read')),
      mailed_at: column<number | null>('When it was mailed to the staff member; nothing of the visitor is in that mail'),
    },
  },
});

/** A staff member who may sign in to the desk. */
export type StaffAccountRow = RowOf<typeof staffTables.staff_accounts>;

export type SignInWay = 'first' | 'invitation' | 'link' | 'passkey' | 'provider';

/** A session: one row for each sign-in, with a hash of the browser's token. */
export type StaffSessionRow = RowOf<typeof staffTables.staff_sessions>;

/** A sign-in in progress: a link to a work address, the link of the first start, a passkey challenge, or a visit to the provider. */
export type StaffSignInRow = RowOf<typeof staffTables.staff_sign_ins>;

export type StaffPasskeyRow = RowOf<typeof staffTables.staff_passkeys>;

/** Append-only: what a staff member saw or did. Ids only, nothing about a visitor. */
export type StaffActionRow = RowOf<typeof staffTables.staff_actions>;

export type StaffNoticeRow = RowOf<typeof staffTables.staff_notices>;
