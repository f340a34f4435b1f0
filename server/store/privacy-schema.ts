import type { OptionalCategory } from '../../contract/cookie-words.ts';

/**
 * A hash chain with one entry for each consent or withdrawal, and one for each later removal. Each hash covers the hash before it, so that no entry
 * can be changed, left out or inserted afterwards. Append-only, except that a removed consent loses its salt, after which its digest reveals nothing.
 */
export type ConsentChainRow = {
  /** From 1, without gaps. */
  seq: number;
  kind: 'consent' | 'removal';
  consent_id: string | null;
  salt: string | null;
  /** For a removal: `seq` of the entry whose consent was removed. */
  refers: number | null;
  /** HMAC-SHA-256 of the consent, keyed by the salt; hexadecimal. */
  digest: string;
  hash: string;
  at: number;
};

/** What an erasure covers: one exact address, or its whole mailbox. */
export type ErasureScope = 'mailbox' | 'address';

/** An erasure. The address is stored only as a hash (HMAC-SHA-256 under `key`, both hexadecimal). */
export type ErasureRow = {
  id: string;
  at: number;
  scope: ErasureScope;
  key: string;
  hash: string;
};

export type PrivacyAction = 'export' | 'erase' | 'erase again' | 'retention announced' | 'retention';

/** Append-only log of exports, erasures and retention, without personal data. */
export type PrivacyLogRow = {
  id: string;
  at: number;
  action: PrivacyAction;
  /** A user of the machine, or `server`. */
  actor: string;
  /** JSON: numbers of rows by kind. */
  counts: string;
};

/** Append-only: which optional cookies a browser's visitor accepted and withdrew. It does not identify the visitor. */
export type CookieConsentRow = {
  id: string;
  /** Random, made by the browser with the first choice. */
  choice_id: string;
  action: 'given' | 'withdrawn';
  purpose: OptionalCategory;
  text: string;
  text_version: string;
  page: string;
  at: number;
};
