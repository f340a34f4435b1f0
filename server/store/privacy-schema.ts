import type { OptionalCategory } from '../../contract/cookie-words.ts';

/**
 * One entry a consent or a withdrawal, and one for each that was removed later. A hash is made of the one before it, so that nothing can be changed, left
 * out or put between afterwards. Only ever inserted, but for the salt of a consent that is removed: it goes, and its digest says nothing more.
 */
export type ConsentChainRow = {
  /** From 1, without gaps. */
  seq: number;
  kind: 'consent' | 'removal';
  consent_id: string | null;
  salt: string | null;
  /** Of a removal: the entry whose consent was removed. */
  refers: number | null;
  /** HMAC-SHA-256 of the consent under the salt; hexadecimal. */
  digest: string;
  hash: string;
  at: number;
};

/** Of which the erased data was: one spelling of an address, or its whole mailbox. */
export type ErasureScope = 'mailbox' | 'address';

/** That somebody was erased: whom, only whoever knows the address can tell, by its hash (HMAC-SHA-256 under `key`, both hexadecimal). */
export type ErasureRow = {
  id: string;
  at: number;
  scope: ErasureScope;
  key: string;
  hash: string;
};

export type PrivacyAction = 'export' | 'erase' | 'erase again' | 'retention announced' | 'retention';

/** Only ever inserted: what was done about people's data, without the data. */
export type PrivacyLogRow = {
  id: string;
  at: number;
  action: PrivacyAction;
  /** Who did it: a user of the machine, or `server`. */
  actor: string;
  /** JSON: what it concerned → how many. */
  counts: string;
};

/** Only ever inserted: which optional cookies a browser's visitor agreed to, and withdrew. Nothing in it says who that was. */
export type CookieConsentRow = {
  id: string;
  /** Random, made by the browser with its first choice. */
  choice_id: string;
  action: 'given' | 'withdrawn';
  purpose: OptionalCategory;
  text: string;
  text_version: string;
  page: string;
  at: number;
};
