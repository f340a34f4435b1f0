import type { OptionalCategory } from '../../../contract/cookie-words.ts';
import { column, operator, ownedBy, type RowOf } from '../table.ts';

/** What was given out and erased, and which cookies were agreed to. */
export const privacyTables = ownedBy('privacy', {
  cookie_consents: {
    of: 'visitors',
    what: 'Which optional cookies were agreed to at our own banner or in its settings, and what was withdrawn since. Rows are only ever added; a choice that refuses everything has none.',
    why: 'To prove it: Art. 7(1)',
    until: ['KEEP_COOKIE_CONSENTS_DAYS'],
    who: `${operator}, by \`npm run consents -- show ID\``,
    columns: {
      id: column<string>('Random, with the time in it'),
      choice_id: column<string>(
        'Random: made by the browser for this choice, kept in its cookie `consent`, in no other table and in no log. Nothing ties it to an address: `npm run privacy` finds it for nobody, and whoever shows it from their browser is shown what it stands for',
      ),
      action: column<'given' | 'withdrawn'>('given or withdrawn'),
      purpose: column<OptionalCategory>('measurement or marketing'),
      text: column<string>('The words as they were shown'),
      text_version: column<string>('Their version'),
      page: column<string>('The page it was chosen on, without its query'),
      at: column<number>('When'),
    },
  },
  erasures: {
    of: 'visitors',
    what: 'That somebody was erased. The same is in DATA_DIR/erasures.jsonl.',
    why: 'To erase again from a restored backup: Art. 17, Art. 5(2)',
    until: { KEEP_ERASURES_DAYS: 'at < :before' },
    who: operator,
    columns: {
      id: column<string>('Random, with the time in it'),
      at: column<number>('When'),
      scope: column<ErasureScope>('One spelling of an address, or its mailbox'),
      /** Hexadecimal, as the hash is. */
      key: column<string>('Random; the hash cannot be tried out without it'),
      hash: column<string>('HMAC-SHA-256 of the address: it confirms an address that somebody knows, and gives none away'),
    },
  },
  privacy_log: {
    of: 'visitors',
    what: 'What was given out, erased and removed.',
    why: 'Accountability: Art. 5(2)',
    until: { KEEP_PRIVACY_LOG_DAYS: 'at < :before' },
    who: `${operator}, by \`npm run privacy -- log\``,
    columns: {
      id: column<string>('Random, with the time in it'),
      at: column<number>('When'),
      action: column<PrivacyAction>('What was done'),
      /** `server`: retention. */
      actor: column<string>('The user of the machine who did it, or what --by said'),
      counts: column<string>('JSON: how much of what'),
    },
  },
});

/** What an erasure covers: one exact address, or its whole mailbox. */
export type ErasureScope = 'mailbox' | 'address';

export type PrivacyAction = 'export' | 'erase' | 'erase again' | 'retention announced' | 'retention';

export type CookieConsentRow = RowOf<typeof privacyTables.cookie_consents>;
export type ErasureRow = RowOf<typeof privacyTables.erasures>;
export type PrivacyLogRow = RowOf<typeof privacyTables.privacy_log>;
