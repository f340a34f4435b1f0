import { domainToUnicode } from 'node:url';
import { parseMailbox } from '../kernel/address.ts';

/** What a mail server answered to a command with which a mail was handed over. `to`: the mail's recipients, whose addresses it may repeat. */
export type SmtpAnswer = { code: number; command: string; response: string; to: readonly string[] };

/**
 * What an answer is about: the server or us as its client, which is the same for all mails (`server`); this mail or recipient, for now (`later`)
 * or for good (`recipient`, `unknown` where there is no such mailbox, `size`); or the mail as a whole, once the server saw it (`content`).
 */
export type About = 'server' | 'later' | 'recipient' | 'unknown' | 'size' | 'content';

/** Enhanced status codes: RFC 3463, RFC 5248, and those of Exchange Online. */
export function aboutWhat(answer: SmtpAnswer): About {
  const { code, command } = answer;
  const ofMail = command === 'RCPT TO' || command === 'DATA' || (command === 'MAIL FROM' && isTooLarge(answer));
  if (!ofMail || isOfServer(answer)) return 'server';
  if (code < 500) return 'later';
  if (isTooLarge(answer)) return 'size';
  if (command === 'DATA') return 'content';
  return isUnknownUser(answer) ? 'unknown' : 'recipient';
}

/** Of our account: its sign-in, its rights, its quota. */
const OF_ACCOUNT = new Set(['4.5', '7.3', '7.8', '7.9', '7.13', '7.14', '7.54', '7.57', '7.60', '7.64']);
/** Of the sender's address. */
const OF_SENDER = new Set(['1.7', '1.8']);
/** Of the recipient or the recipient's mailbox. Exchange's 5.7.120 to 5.7.139 say from whom a mailbox or a group takes mail. */
const OF_RECIPIENT = /^(?:[12]\.|7\.(?:2|17|18|1[23]\d)$)/;

function isOfServer(answer: SmtpAnswer): boolean {
  const { code, command } = answer;
  const status = statusOf(answer);
  if (code === 421) return true;
  if (code >= 500 && (OF_SENDER.has(status) || OF_ACCOUNT.has(status))) return true;
  const words = ownWords(answer);
  if (OF_RECIPIENT.test(status)) return code >= 500 && status === '1.0' && words.startsWith('sender address rejected');
  if ([454, 500, 502, 503, 530, 535, 538].includes(code)) return true;
  if (status.startsWith('3.') && status !== '3.4') return true;
  // After the data it is said of what is taken for spam.
  if (status === '7.0' && command !== 'DATA') return code >= 500;
  return code >= 500 && (SERVERS_OWN.test(words) || OF_US.test(withoutNames(words, answer)));
}

function isTooLarge(answer: SmtpAnswer): boolean {
  return answer.code === 552 || statusOf(answer) === '3.4';
}

/** No such mailbox, as against a server that refuses us: the enhanced code tells, else the plain one. */
function isUnknownUser(answer: SmtpAnswer): boolean {
  const status = statusOf(answer);
  if (status !== '') return ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'].includes(status);
  return [550, 551, 553].includes(answer.code) && !REFUSAL.test(withoutNames(plainWords(answer.response), answer));
}

const OF_US = /\b(?:relay(?:s|ed|ing)?|(?:un)?authenti\w+|not permitted to send|sender (?:address )?rejected|client host|rcpthosts)\b/;

const REFUSAL = /\b(?:relay\w*|spam\w*|block\w*|policy|reputation|denied|blacklist\w*|listed)\b/;

/** How Postfix, Exim, Sendmail, qmail, Exchange and Google begin: whatever the recipient is called, these are the server's words. */
const SERVERS_OWN =
  /^(?:sender (?:address )?rejected|(?:service unavailable )?client host|(?:mail )?relay(?:ing)? (?:access )?(?:denied|not permitted)|(?:smtp )?unable to relay|tenantattribution relay|invalid credentials for relay|sorry that domain \| in my list of allowed rcpthosts|(?:smtp )?authentication (?:is )?required)\b/;

/**
 * Subject and detail of the enhanced status code, as in 5.1.1, at the very start, where a server has its own (qmail: at the very end); else empty.
 * A recipient may be called like a code.
 */
function statusOf({ response, to }: SmtpAnswer): string {
  const [, atStart, atEnd] = /^\d{3}[ -]#?([45]\.\d{1,3}\.\d{1,3})(?!\S)|\(#([45]\.\d{1,3}\.\d{1,3})\)\s*$/.exec(response) ?? [];
  const code = atStart ?? atEnd ?? '';
  const isName = to.some((one) => parseMailbox(one).address.split('@').includes(code));
  return isName ? '' : code.slice(2);
}

/** From here on a server repeats what another one said, to which it offered the recipient (Postfix, Exim). */
const FOREIGN = /(?:\b(?:said|response)|verification failed|(?:unverified|undeliverable) address):.*/;

/** What the server says itself, without what it repeats of others, in plain words. */
function ownWords({ response }: SmtpAnswer): string {
  const own = plainWords(response, /^([a-z]+:?)[)"'.,;!]*$/).replace(FOREIGN, '');
  return own.replaceAll(':', '').replace(/^[| ]+/, '');
}

/**
 * The plain words of an answer in lower case; what an address, a host, a link or a number may be part of is `|`. Addresses have no spaces, so that no
 * more than a single word can come from one.
 */
function plainWords(response: string, word = /^([a-z]+)[)"'.,:;!]*$/): string {
  const lines = response.toLowerCase().replaceAll(/^\d{3}[ -]/gm, '');
  const tokens = lines.replaceAll(/<[^<>]*>/g, ' | ').split(/\s+/);
  return tokens.map((token) => word.exec(token.replace(/^[("']+/, ''))?.[1] ?? '|').join(' ');
}

/** Without single words that may be the recipient's local part or a label of the domain. */
function withoutNames(words: string, { to }: SmtpAnswer): string {
  const addresses = to.map((one) => parseMailbox(one).address);
  const spellings = addresses.flatMap((address) => [address, domainToUnicode(address.slice(address.lastIndexOf('@') + 1))]);
  const names = new Set(spellings.flatMap((spelling) => spelling.toLowerCase().split(/[^a-z]+/)));
  return words
    .split(' ')
    .map((word) => (names.has(word) ? '|' : word))
    .join(' ');
}
