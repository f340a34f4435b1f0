import { addressKey, exactKey } from '../kernel/address.ts';
import type { ErasureScope } from '../store/privacy-schema.ts';

/** Whose data is meant: one spelling of an address, or every one of its mailbox. */
export type Subject = {
  /** The one spelling, as exactKey has it. */
  address: string;
  /** As addressKey has it. */
  mailbox: string;
  scope: ErasureScope;
  /** Milliseconds since the epoch. What came later is none of it: a person may write again after an erasure. */
  until: number;
};

export function subjectOf(address: string, scope: ErasureScope, until = Number.MAX_SAFE_INTEGER): Subject {
  return { address: exactKey(address), mailbox: addressKey(address), scope, until };
}

export function isOfSubject({ scope, address, mailbox }: Subject, other: string): boolean {
  return scope === 'mailbox' ? addressKey(other) === mailbox : exactKey(other) === address;
}
