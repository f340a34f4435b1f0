import { domainToASCII } from 'node:url';
import { limits } from '../../contract/limits.ts';

/** UTF-16 units up to which a text is read as an address: four times the limit, for text that is not Unicode-composed. */
const LONGEST = 4 * limits.email;

/** One key for all spellings of a mailbox: lower case, without a +tag, the domain in ASCII, and for Gmail without dots. Never send to it. */
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

/** Key of one exact address, with tag and dots: a server that knows no tags treats it as another mailbox. */
export function exactKey(address: string): string {
  const trimmed = address.normalize('NFC').trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  return at < 1 ? trimmed : `${trimmed.slice(0, at)}@${asciiDomain(trimmed.slice(at + 1))}`;
}

/** Whether the address can stand in a header and an SMTP command as it is: nothing to escape, and no encoded word (RFC 2047). */
export function isSendable(address: string): boolean {
  if (address.includes('=?')) return false;
  return address.length <= 254 && /^[^\s\x00-\x1f\x7f"<>()[\]\\,;:@]{1,64}@[^\s\x00-\x1f\x7f"<>()[\]\\,;:@]+$/.test(address);
}

export type Mailbox = { name: string; address: string };

/** Parses `Name <address>`, or an address without a name. */
export function parseMailbox(text: string): Mailbox {
  const [, before, address] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const [, name] = /^"?([^"]*)"?$/.exec(before?.trim() ?? '') ?? [];
  return name === undefined || address === undefined ? { name: '', address: text.trim() } : { name, address: address.trim() };
}

/** Replaces e-mail addresses in a text by `[address]`, for logs and the list of jobs. */
export function withoutAddresses(text: string): string {
  // Matches only at the beginning of a word: matching at every letter would take quadratic time for a long word without an @.
  return text.replace(/(?:"[^"@]{1,64}"|(?<![^\s@<>()[\]",;:])[^\s@<>()[\]",;:]+)(?:@|%40)[^\s@<>()[\]",;:]+/gi, '[address]');
}

function asciiDomain(domain: string): string {
  let end = domain.length;
  while (domain[end - 1] === '.') end -= 1;
  const bare = domain.slice(0, end);
  return domainToASCII(bare) || bare;
}

/** A mailbox with a name, where it has none and one is given. Whatever the name has, the address stays what it is. */
export function named(mailbox: string, name: string): string {
  const given = parseMailbox(mailbox);
  return given.name === '' && name !== '' ? `"${name.replaceAll(/["<>\\]/g, '')}" <${given.address}>` : mailbox;
}
