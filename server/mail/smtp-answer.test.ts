import fc from 'fast-check';
import { domainToASCII, domainToUnicode } from 'node:url';
import { expect, test } from 'vitest';
import { propertyRuns } from '../testing/property-runs.testing.ts';
import { aboutWhat, type About } from './smtp-answer.ts';

const ada = 'ada@plain.example';

/** Where a server repeats the recipient: the address, its local part, its domain. */
type Spelling = 'ADDRESS' | 'LOCAL' | 'DOMAIN';

function meaningOf(template: string, to = ada, command = 'RCPT TO'): About {
  const at = to.lastIndexOf('@');
  const said: Record<Spelling, string> = { ADDRESS: to, LOCAL: to.slice(0, at), DOMAIN: to.slice(at + 1) };
  const response = template.replaceAll(/ADDRESS|LOCAL|DOMAIN/g, (name) => said[name as Spelling]);
  return aboutWhat({ code: Number(response.slice(0, 3)), command, response, to: [to] });
}

/** What Postfix, Exim, Sendmail, qmail, Exchange, Google and others answer to RCPT TO. */
const answers: [string, About][] = [
  ['550 5.1.1 <ADDRESS>: Recipient address rejected: User unknown in virtual mailbox table', 'unknown'],
  ['550 5.1.1 <ADDRESS>: Recipient address rejected: User unknown in relay recipient table', 'unknown'],
  ['550 5.1.1 <ADDRESS>... User unknown', 'unknown'],
  ['550 5.1.1 ADDRESS: no such user', 'unknown'],
  ['550-5.1.1 The email account that you tried to reach does not exist.\n550-5.1.1 ADDRESS\n550 5.1.1 a1-2002.gsmtp - gsmtp', 'unknown'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ADDRESS not found by SMTP address lookup', 'unknown'],
  ['550 #5.1.0 Address rejected.', 'recipient'],
  ['550 Unknown user: LOCAL', 'unknown'],
  ['550 No such user "LOCAL" here', 'unknown'],
  ['550 No such user (LOCAL)', 'unknown'],
  ['550 DOMAIN is no domain of ours', 'unknown'],
  ['550 Unrouteable address', 'unknown'],
  ['550 ADDRESS: mailbox unavailable', 'unknown'],
  ['550 5.4.1 Recipient address rejected: Access denied. [ADDRESS]', 'recipient'],
  ['550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed', 'recipient'],
  ['554 5.7.1 <ADDRESS>: Recipient address rejected: Access denied', 'recipient'],
  [
    '550 5.1.1 <ADDRESS>: Recipient address rejected: undeliverable address: host mx.DOMAIN[192.0.2.1] said: 550 5.7.8 relaying denied (in reply to RCPT TO command)',
    'unknown',
  ],
  [
    '550 <ADDRESS>: Recipient address rejected: undeliverable address: host mx.DOMAIN[192.0.2.1] said: 530 Authentication required',
    'unknown',
  ],
  ['550-Callout verification failed:\n550 550 5.7.1 relaying denied', 'recipient'],
  ['550 host mx.DOMAIN[192.0.2.1] said: 550 listed by a blocklist', 'recipient'],
  ['550 blocked by policy', 'recipient'],
  ['450 4.2.0 <ADDRESS>: Recipient address rejected: Greylisted', 'later'],
  ['450 4.1.1 <ADDRESS>: Recipient address rejected: unverified address: host mx.DOMAIN[192.0.2.1] said: 451 4.3.0 relay down', 'later'],
  ['552 5.2.2 <ADDRESS>: mailbox full', 'size'],
  ['554 5.7.1 <ADDRESS>: Relay access denied', 'server'],
  ['454 4.7.1 <ADDRESS>: Relay access denied', 'server'],
  ['550 relay not permitted', 'server'],
  ['550 5.7.1 <ADDRESS>... Relaying denied. Proper authentication required.', 'server'],
  ['550 5.7.1 ADDRESS... Relaying denied', 'server'],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'server'],
  ['550 5.7.1 Unable to relay', 'server'],
  ['550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'server'],
  ['550 5.7.64 TenantAttribution; Relay Access Denied', 'server'],
  ['550 5.7.60 SMTP; Client does not have permissions to send as this sender', 'server'],
  ['550 5.1.8 Access denied, bad outbound sender', 'server'],
  ['550-5.7.1 Invalid credentials for relay [192.0.2.1]. The IP address', 'server'],
  ['550 5.7.0 Mail relay denied [192.0.2.1]', 'server'],
  ['550 5.4.5 Daily SMTP relay limit exceeded for user', 'server'],
  ['530 5.7.0 Authentication Required', 'server'],
  ['530 Authentication required', 'server'],
  ['535 5.7.8 Authentication credentials invalid', 'server'],
  ['550 SMTP authentication is required', 'server'],
  ['553 5.7.1 <no-reply@ours.example>: Sender address rejected: not owned by user ours', 'server'],
  ['550 5.1.0 <no-reply@ours.example>: Sender address rejected: User unknown in virtual mailbox table', 'server'],
  ['554 5.7.1 <unknown[192.0.2.9]>: Client host rejected: Access denied', 'server'],
  ['554 5.7.1 Service unavailable; Client host [192.0.2.9] blocked using zen.example.org', 'server'],
  ['451 4.3.0 <ADDRESS>: Temporary lookup failure', 'server'],
  ['421 4.7.0 ADDRESS: try again later', 'server'],
];

test.each(answers)('%s: about the %s', (answer, about) => {
  expect(meaningOf(answer)).toBe(about);
});

test('after the data, what is taken for spam is no fault of the server', () => {
  expect(meaningOf('554 5.7.0 Reject, id=1-2 - SPAM', ada, 'DATA')).toBe('content');
  expect(meaningOf('530 5.7.0 Authentication required', ada, 'DATA')).toBe('server');
});

/** Words that mean something in an answer, and are part of addresses all the same. */
const words = [
  'relay',
  'relaying',
  'authentication',
  'authentic',
  'sender',
  'rejected',
  'client',
  'host',
  'denied',
  'said',
  'response',
  'rcpthosts',
];
const others = [
  'spam',
  'blocked',
  'policy',
  'listed',
  'required',
  'permitted',
  'access',
  'service',
  'mail',
  'smtp',
  'unable',
  'user',
  'ada',
  'xn--x',
];
const piece = fc.constantFrom(...words, ...others, '5', '7', '8', '530', 'ü');
const joined = (...signs: string[]) =>
  fc.array(fc.tuple(piece, fc.constantFrom(...signs)), { minLength: 1, maxLength: 4 }).map((all) => all.flat().slice(0, -1).join(''));
const address = fc
  .tuple(
    joined('', '.', '-', '+', '%', '=', '_').filter((local) => !local.includes('ü')),
    joined('.', '-', ''),
    fc.constantFrom('example', 'relay', 'de'),
  )
  .map(([local, domain, top]) => `${local}@${domain}.${top}`);

/** What servers make of an address in what they say. */
const spellings: ((address: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => text.replace('@', '+40'),
  (text) => text.replace('@', '='),
  (text) => text.replace(/@.*/s, (domain) => `@${domainToASCII(domain.slice(1)) || domain.slice(1)}`),
  (text) => text.replace(/@.*/s, (domain) => `@${domainToUnicode(domain.slice(1)) || domain.slice(1)}`),
];

test('no recipient’s address changes how an answer is taken', () => {
  fc.assert(
    fc.property(fc.constantFrom(...answers), address, fc.constantFrom(...spellings), ([answer, about], to, spell) => {
      const response = answer.replaceAll('ADDRESS', () => spell(to));
      const taken = meaningOf(response, to);
      // Who is called by all the words of a refusal without a code counts as unknown: it concerns nobody else.
      const isLikely = about === 'recipient' && !/^\d+ #?5/.test(answer) && taken === 'unknown';
      expect([response, isLikely ? about : taken]).toEqual([response, about]);
    }),
    propertyRuns(4000),
  );
});

test.each(['550 5.7.8 unknown', '550 5.7.8: unknown', '550 5.7.8@nowhere.example: unknown'])(
  'a recipient who is called like a code is none: %s',
  (answer) => {
    expect(meaningOf(answer, '5.7.8@nowhere.example')).not.toBe('server');
  },
);
