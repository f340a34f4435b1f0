import { domainToASCII } from 'node:url';
import { limits } from '../../contract/limits.ts';

/** UTF-16 units of an address that is read as one: four times what an address may have, for one that is not composed. */
const LONGEST = 4 * limits.email;

/**
 * The mailbox an address stands for: one key however it is written. Lower case, without a +tag,
 * the domain in ASCII, and Gmail's without the dots it ignores. Never an address to send to.
 */
export function addressKey(address: string): string {
  if (address.length > LONGEST) return address.toLowerCase();
  const trimmed = address.normalize('NFC').trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  if (at < 1) return trimmed;
  const domain = asciiDomain(trimmed.slice(at + 1));
  const tag = trimmed.indexOf('+', 1);
  const untagged = trimmed.slice(0, tag === -1 || tag > at ? at : tag);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '') || untagged}@gmail.com`;
}

/** The address alone, tag and dots included: a server that knows no tags takes it for another mailbox. */
export function exactKey(address: string): string {
  const trimmed = address.normalize('NFC').trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  return at < 1 ? trimmed : `${trimmed.slice(0, at)}@${asciiDomain(trimmed.slice(at + 1))}`;
}

/** Whether a header and an SMTP command can hold the address as it is: nothing to escape, and nothing that a reader would decode. */
export function isSendable(address: string): boolean {
  if (address.includes('=?')) return false;
  return address.length <= 254 && /^[^\s\x00-\x1f\x7f"<>()[\]\\,;:@]{1,64}@[^\s\x00-\x1f\x7f"<>()[\]\\,;:@]+$/.test(address);
}

export type Mailbox = { name: string; address: string };

/** `Name <address>`, or an address alone, taken apart. */
export function parseMailbox(text: string): Mailbox {
  const [, before, address] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const [, name] = /^"?([^"]*)"?$/.exec(before?.trim() ?? '') ?? [];
  return name === undefined || address === undefined ? { name: '', address: text.trim() } : { name, address: address.trim() };
}

/** A text without the e-mail addresses in it, fit for a log or for a list of jobs. */
export function withoutAddresses(text: string): string {
  // Tried at the beginning of each word alone: tried at every letter, a long word without an @ costs its length squared.
  return text.replace(/(?:"[^"@]{1,64}"|(?<![^\s@<>()[\]",;:])[^\s@<>()[\]",;:]+)(?:@|%40)[^\s@<>()[\]",;:]+/gi, '[address]');
}

function asciiDomain(domain: string): string {
  let end = domain.length;
  while (domain[end - 1] === '.') end -= 1;
  const bare = domain.slice(0, end);
  return domainToASCII(bare) || bare;
}

export function named(mailbox: string, name: string): string {
  const given = parseMailbox(mailbox);
  return given.name === '' ? `"${name}" <${given.address}>` : mailbox;
}
