import type { Schema } from '../store/schema.ts';
import type { TableAbout } from './table-about.ts';

const administrators = 'Administrators of the desk, and whoever runs the server';
const operator = 'Whoever runs the server';
const signIn = 'So that only staff see what visitors sent: Art. 32';

/** What is stored on those who work at the desk. Visitors have no rows here; the ids of their requests stand in the record of actions. */
export const staffTables = {
  staff_accounts: {
    what: 'Accounts of the desk: one row for each of the staff.',
    why: signIn,
    until: 'Never by itself: the record of actions names it',
    who: administrators,
    columns: {
      id: 'Random, with the time in it',
      name: 'Name',
      address: 'Work address',
      address_key: 'The same in lower case',
      roles: 'What they may do',
      state: 'invited, active or revoked',
      created_at: 'When it was made',
      seen_at: 'When it was last used',
      provider_subject: 'Who it is at the company’s OpenID provider',
    },
  },
  staff_passkeys: {
    what: 'Passkeys of the staff: public keys, which sign nobody in.',
    why: signIn,
    until: 'Until it is removed, or its account is revoked',
    who: operator,
    columns: {
      id: 'The passkey’s own',
      account_id: 'Whose it is',
      public_key: 'Public key',
      counter: 'How often it was used, where it counts',
      transports: 'How a browser reaches it',
      name: 'Browser it was made with',
      created_at: 'When it was made',
      used_at: 'When it was last used',
    },
  },
  staff_sessions: {
    what: 'Sign-ins of the staff. A restored backup ends them all.',
    why: signIn,
    until: ['KEEP_STAFF_SIGN_INS_DAYS'],
    who: 'Whose it is',
    columns: {
      id: 'Random, with the time in it',
      token_hash: 'SHA-256 of the token in the browser’s cookie; the token itself is nowhere',
      account_id: 'Whose it is',
      way: 'first, invitation, link, passkey or provider',
      device: 'Browser and system: Firefox on Windows',
      signed_in_at: 'When it began',
      seen_at: 'When it was last used',
      ends_at: 'When it ends at the latest',
      ended_at: 'When it was ended',
    },
  },
  staff_sign_ins: {
    what: 'Sign-ins that were begun: links to work addresses, challenges of passkeys.',
    why: signIn,
    until: ['KEEP_STAFF_SIGN_INS_DAYS'],
    who: operator,
    columns: {
      id: 'Random, with the time in it',
      kind: 'first, invitation, link, passkey, new passkey, new address or provider',
      token_hash: 'SHA-256 of the link’s token; the token itself is nowhere',
      browser_hash: 'SHA-256 of a random cookie of the browser that began it',
      account_id: 'For whom; empty for an address that is nobody’s, which is not stored',
      challenge: 'Random: what the answer is checked by; of a new work address, that address',
      asked_by: 'Of a link: a keyed hash of the network that asked for it, so that nobody uses up another’s links',
      created_at: 'When',
      expires_at: 'Until when it may be finished',
      used_at: 'When it was finished',
    },
  },
  staff_actions: {
    what: 'What staff saw and did. Rows are only ever added: the store refuses every change, and lets a row go by retention alone.',
    why: 'Accountability: Art. 5(2), Art. 32',
    until: ['KEEP_STAFF_ACTIONS_DAYS'],
    who: administrators,
    columns: {
      id: 'Random, with the time in it',
      at: 'When',
      account_id: 'Who',
      action: 'What was done',
      subject: 'To what: lead, session, account',
      subject_id: 'Its id',
      detail: 'JSON: numbers and names of ours; nothing of a visitor',
    },
  },
  staff_action_removals: {
    what: 'That retention removed what staff did before a time. Rows are only ever added.',
    why: 'Accountability: Art. 5(2)',
    until: 'Never by itself: times alone',
    who: operator,
    columns: { id: 'Random, with the time in it', at: 'When it was removed', before: 'What was done before this went' },
  },
} as const satisfies { [Table in keyof Schema]?: TableAbout<Schema[Table]> };
