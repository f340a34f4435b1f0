import { column, operator, type RowOf, type RowsOf } from './table.ts';

const administrators = 'Administrators of the desk, and whoever runs the server';
const signIn = 'So that only staff see what visitors sent: Art. 32';

/** What is stored on those who work at the desk. Visitors have no rows here; the ids of their requests stand in the record of actions. */
export const staffTables = {
  staff_accounts: {
    what: 'Accounts of the desk: one row for each of the staff.',
    why: signIn,
    until: 'Never by itself: the record of actions names it',
    who: administrators,
    columns: {
      id: column<string>('Random, with the time in it'),
      name: column<string>('Name'),
      /** Work address, as it was typed. */
      address: column<string>('Work address'),
      /** By which it is found: mail/address.ts, exactKey. */
      address_key: column<string>('The same in lower case'),
      /** JSON: roles of contract/desk/roles.ts. */
      roles: column<string>('What they may do'),
      /** `invited`: never signed in. */
      state: column<'invited' | 'active' | 'revoked'>('invited, active or revoked'),
      created_at: column<number>('When it was made'),
      seen_at: column<number | null>('When it was last used'),
      /** Issuer and id by which the company's provider names whoever signed in with it: sign-in/provider.ts, ProviderIdentity. */
      provider_subject: column<string | null>('Who it is at the company’s OpenID provider'),
    },
  },
  staff_passkeys: {
    what: 'Passkeys of the staff: public keys, which sign nobody in.',
    why: signIn,
    until: 'Until it is removed, or its account is revoked',
    who: operator,
    columns: {
      /** The credential's own, base64url. */
      id: column<string>('The passkey’s own'),
      account_id: column<string>('Whose it is'),
      /** COSE, base64url. */
      public_key: column<string>('Public key'),
      counter: column<number>('How often it was used, where it counts'),
      /** JSON: how browsers reach it. */
      transports: column<string>('How a browser reaches it'),
      /** As its owner calls it. */
      name: column<string>('Browser it was made with'),
      created_at: column<number>('When it was made'),
      used_at: column<number | null>('When it was last used'),
    },
  },
  staff_sessions: {
    what: 'Sign-ins of the staff. A restored backup ends them all.',
    why: signIn,
    until: ['KEEP_STAFF_SIGN_INS_DAYS'],
    who: 'Whose it is',
    columns: {
      id: column<string>('Random, with the time in it'),
      token_hash: column<string>('SHA-256 of the token in the browser’s cookie; the token itself is nowhere'),
      account_id: column<string>('Whose it is'),
      way: column<SignInWay>('first, invitation, link, passkey or provider'),
      device: column<string>('Browser and system: Firefox on Windows'),
      signed_in_at: column<number>('When it began'),
      seen_at: column<number>('When it was last used'),
      /** When it ends whatever is done. */
      ends_at: column<number>('When it ends at the latest'),
      ended_at: column<number | null>('When it was ended'),
    },
  },
  staff_sign_ins: {
    what: 'Sign-ins that were begun: links to work addresses, challenges of passkeys.',
    why: signIn,
    until: ['KEEP_STAFF_SIGN_INS_DAYS'],
    who: operator,
    columns: {
      id: column<string>('Random, with the time in it'),
      kind: column<'first' | 'invitation' | 'link' | 'passkey' | 'new passkey' | 'new address' | 'provider'>(
        'first, invitation, link, passkey, new passkey, new address or provider',
      ),
      /** Of the token in the link; null until its mail is written, and where there is no link. */
      token_hash: column<string | null>('SHA-256 of the link’s token; the token itself is nowhere'),
      /** Of the token that the browser has which began it; null where any may finish it. */
      browser_hash: column<string | null>('SHA-256 of a random cookie of the browser that began it'),
      /** Null where the address is nobody's, or the account not known yet. */
      account_id: column<string | null>('For whom; empty for an address that is nobody’s, which is not stored'),
      /** The challenge, or what the provider's answer is checked by, or the new address. */
      challenge: column<string | null>('Random: what the answer is checked by; of a new work address, that address'),
      /** Of a link: `session` where a session of the account asked for it, else a keyed hash of the asking client's network. */
      asked_by: column<string | null>('Of a link: a keyed hash of the network that asked for it, so that nobody uses up another’s links'),
      created_at: column<number>('When'),
      expires_at: column<number>('Until when it may be finished'),
      used_at: column<number | null>('When it was finished'),
    },
  },
  staff_actions: {
    what: 'What staff saw and did. Rows are only ever added: the store refuses every change, and lets a row go by retention alone.',
    why: 'Accountability: Art. 5(2), Art. 32',
    until: ['KEEP_STAFF_ACTIONS_DAYS'],
    who: administrators,
    columns: {
      id: column<string>('Random, with the time in it'),
      at: column<number>('When'),
      account_id: column<string>('Who'),
      action: column<string>('What was done'),
      /** Of what kind it was done to, `lead` for one; null where it was to nothing alone. */
      subject: column<string | null>('To what: lead, session, account'),
      subject_id: column<string | null>('Its id'),
      detail: column<string>('JSON: numbers and names of ours; nothing of a visitor'),
    },
  },
  /** Only ever inserted: that retention removed what staff did before a time. */
  staff_action_removals: {
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
} as const;

export type StaffTables = RowsOf<typeof staffTables>;

/** Somebody of the staff who may sign in to the desk. */
export type StaffAccountRow = RowOf<typeof staffTables.staff_accounts>;

export type SignInWay = 'first' | 'invitation' | 'link' | 'passkey' | 'provider';

/** One row a sign-in; of the token that the browser has, the hash. */
export type StaffSessionRow = RowOf<typeof staffTables.staff_sessions>;

/** A sign-in that was begun: a link to a work address, the link of a first start, the challenge of a passkey, a visit to the provider. */
export type StaffSignInRow = RowOf<typeof staffTables.staff_sign_ins>;

export type StaffPasskeyRow = RowOf<typeof staffTables.staff_passkeys>;

/** Only ever inserted: what somebody of the staff saw or did. Ids alone, nothing of a visitor. */
export type StaffActionRow = RowOf<typeof staffTables.staff_actions>;
