import { isIP } from 'node:net';
import { SITE_PRODUCT } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { addressesIn, parseS3Address, type S3Address } from './store-addresses.ts';

/** A setting has an invalid value. The message names the setting, the reason and an example. */
export class SettingsError extends Error {}

/**
 * Masks what may be secret in an address, also in a malformed one: everything before the last @, text in place of a port, query values, and the
 * fragment.
 */
export function masked(address: string): string {
  const [, before = '', query, fragment] = present(
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address.replace(/^([a-z0-9+.-]+:\/\/)?.*@/is, '$1***@')),
  );
  const origin = before.replace(/^([a-z0-9+.-]+:\/\/[^/:]*):(?!\d{1,5}(\/|$))[^/]*/i, '$1:***');
  const values = query?.replaceAll(/[^?&=]*(=[^&]*)|[^?&=]+/g, (pair) => (pair.includes('=') ? pair.replace(/=.*/s, '=***') : '***'));
  return origin + (values ?? '') + (fragment === undefined ? '' : '#***');
}

/** Whether the address can never receive mail: its domain is reserved for samples and tests (RFC 2606, RFC 6761). */
export function isSampleAddress(mail: string): boolean {
  return /\.(example|invalid|test|localhost)>?$/i.test(mail.trim());
}

function fail(reason: string): never {
  throw new SettingsError(reason);
}

export function id(pattern: RegExp, what: string): (value: string) => string {
  return (value) => (pattern.test(value) ? value : fail(`${what} is needed`));
}

/** A secret too long to guess, of characters that a URL may contain unescaped. */
export function secret(value: string): string {
  return /^[A-Za-z0-9_.~-]{16,200}$/.test(value) ? value : fail('at least 16 letters, digits, _ . ~ or - are needed');
}

export function text(value: string): string {
  return value;
}

/** The path of a key file. Refuses the key itself, because values of settings are shown. */
export function keyFile(value: string): string {
  return value.includes(KEY_WORDS) ? fail('the path of a file that has the key is needed') : value;
}

/** Part of every private key in PEM. */
export const KEY_WORDS = 'PRIVATE KEY-----';

export function optional<T>(parse: (value: string) => T): (value: string) => T | undefined {
  return (value) => (value === '' ? undefined : parse(value));
}

export function whole(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const fits = /^\d+$/.test(value) && number >= min && number <= max;
    return fits ? number : fail(`a whole number from ${min} to ${max} is needed`);
  };
}

/** A number of days: at least `least`, or 0. @param always whether 0, for ever, is refused */
export function daysFrom(least: number, always = false): (value: string) => number {
  return (value) => {
    const days = Number(value);
    const fits = /^\d+$/.test(value) && ((days === 0 && !always) || (days >= least && days <= 36_500));
    return fits ? days : fail(`${always ? 'a' : '0, or a'} whole number of days from ${least} to 36500${always ? '' : ','} is needed`);
  };
}

export function percentBetween(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    const fits = /^-?\d+(\.\d+)?$/.test(value) && number >= min && number <= max;
    return fits ? number : fail(`a number of percent from ${min} to ${max} is needed`);
  };
}

export function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return fail('the name of a time zone is needed');
  }
}

export function port(value: string): number {
  return whole(0, 65535)(value);
}

/** @returns undefined if the desk is switched off */
export function deskPort(value: string): number | undefined {
  if (value === 'off' || value === '0') return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  return number > 0 && number < 65536 ? number : fail('off, or a port from 1 to 65535, is needed');
}

function parsedUrl(value: string, protocols: readonly string[]): URL {
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (parsed === undefined || !protocols.includes(parsed.protocol) || !value.startsWith(`${parsed.protocol}//`)) {
    return fail(`an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} is needed`);
  }
  return parsed;
}

export function url(...protocols: string[]): (value: string) => string {
  return (value) => {
    const { protocol, hostname } = parsedUrl(value, protocols);
    if (protocol !== 'unix:' && hostname === '') fail('the address names no server');
    return value;
  };
}

/** A PostgreSQL address. If it names several hosts, the address with each of them must be valid. */
export function database(value: string): string {
  for (const address of addressesIn(value)) url('postgres:', 'postgresql:')(address);
  return value;
}

export function folder(value: string): string {
  const parsed = parsedUrl(value, ['https:']);
  return parsed.search === '' && parsed.hash === '' ? parsed.href : fail('an address without a query is needed');
}

export function scanner(value: string): string {
  const { protocol, port: number } = parsedUrl(value, ['tcp:', 'unix:']);
  return protocol === 'unix:' || number !== '' ? value : fail('an address with a port is needed');
}

export function s3(value: string): S3Address {
  const address = parseS3Address(value);
  return address instanceof Error ? fail(address.message) : address;
}

export function origin(value: string): string {
  const parsed = parsedUrl(value, ['http:', 'https:']);
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '') fail('an origin without a path is needed');
  return parsed.origin;
}

export function issuer(value: string): string {
  const { protocol, hostname, search, hash } = parsedUrl(value, ['http:', 'https:']);
  if (protocol === 'http:' && hostname !== 'localhost') fail('an address that begins with https:// is needed');
  return search === '' && hash === '' ? value : fail('an address without a query is needed');
}

/** The desk's origin: https, or http on localhost, because cookies and passkeys need TLS anywhere else. */
export function deskOrigin(value: string): string {
  const { protocol, hostname, origin: own } = new URL(origin(value));
  return protocol === 'https:' || hostname === 'localhost'
    ? own
    : fail('an origin that begins with https://, or http://localhost, is needed');
}

export function mailbox(value: string): string {
  const bare = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(bare) ? value : fail('an e-mail address, or Name <address>, is needed');
}

/** @returns a URI, as security.txt needs it */
export function contact(value: string): string {
  return /^\w+:/.test(value) ? url('https:')(value) : `mailto:${bareMailbox(value)}`;
}

function bareMailbox(value: string): string {
  return /^[^\s@<>,]+@[^\s@<>,]+$/.test(value) ? value : fail('an e-mail address, or a page that begins with https://, is needed');
}

export function mailboxes(value: string): readonly string[] {
  return value.split(',').map((part) => mailbox(part.trim()));
}

export function names(value: string): readonly string[] {
  const list = value.split(',').map((part) => part.trim());
  return list.every((name) => /^[a-z0-9_-]{1,32}$/i.test(name))
    ? // The site's own forms use this product: without it every lead would be refused.
      [...new Set([SITE_PRODUCT, ...list])]
    : fail('names of letters, digits, _ or -, separated by commas, are needed');
}

export function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return (value) => allowed.find((one) => one === value) ?? fail(`one of ${allowed.join(', ')} is needed`);
}

export function proxy(value: string): number | string {
  if (/^\d+$/.test(value)) return whole(0, 32)(value);
  const ok = value.split(',').every((part) => isNetwork(part.trim()));
  return ok ? value : fail('a number of hops, or addresses and networks separated by commas, are needed');
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Texts separated by commas, in lower case; none where it is empty. */
export function phrases(value: string): readonly string[] {
  const parts = value.toLowerCase().split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
