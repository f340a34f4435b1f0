import { addressKey, exactKey } from '../kernel/address.ts';
import type { ErasureScope } from '../store/tables/privacy-tables.ts';

/** The person whose data is meant: one spelling of an address, or all spellings of its mailbox. */
export type Subject = {
  /** One spelling, normalised by exactKey. */
  address: string;
  /** The mailbox, normalised by addressKey. */
  mailbox: string;
  scope: ErasureScope;
  /** Milliseconds since the epoch. Later data is not included: a person may write again after an erasure. */
  until: number;
};

export function subjectOf(address: string, scope: ErasureScope, until = Number.MAX_SAFE_INTEGER): Subject {
  return { address: exactKey(address), mailbox: addressKey(address), scope, until };
}

export function isOfSubject({ scope, address, mailbox }: Subject, other: string): boolean {
  return scope === 'mailbox' ? addressKey(other) === mailbox : exactKey(other) === address;
}
