import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMAIL } from '../../contract/forms/email.ts';
import { withoutLookahead } from '../../contract/forms/sound-answers.testing.ts';
import { limits } from '../../contract/limits.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';
import { addressKey, isSendable, parseMailbox, withoutAddresses, named } from './address.ts';

test.each([
  ['Anna.Rossi@Example.com', 'anna.rossi@example.com'],
  [' anna+demo@example.com ', 'anna@example.com'],
  ['anna+a+b@example.com', 'anna@example.com'],
  ['+anna@example.com', '+anna@example.com'],
  ['a.n.n.a+x@googlemail.com', 'anna@gmail.com'],
  ['anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
  ['anna@example.com.', 'anna@example.com'],
  ['no address', 'no address'],
])('%s stands for the mailbox %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('the key of a key is the key, and case and tags never matter', () => {
  const local = fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/);
  const domain = fc.constantFrom('example.com', 'gmail.com', 'sub.example.org');
  fc.assert(
    fc.property(local, domain, fc.stringMatching(/^[a-z0-9]{0,5}$/), (name, host, tag) => {
      const key = addressKey(`${name}@${host}`);
      expect(addressKey(key)).toBe(key);
      expect(addressKey(`${name}+${tag}@${host}`.toUpperCase())).toBe(key);
    }),
  );
});

test('what may be sent to has nothing in it that a header could take for syntax', () => {
  expect(["o'brien@example.com", 'jürgen@müller.example', 'a+b=c@x.co'].every(isSendable)).toBe(true);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // oxlint-disable-next-line no-useless-escape -- the brackets are easier to see
      expect(isSendable(text) && /[\s\0-\x1f<>,;:"()\[\]\\]/.test(text)).toBe(false);
    }),
  );
});

test('a mailbox is taken apart', () => {
  expect(parseMailbox('Cognitive PRO <no-reply@example.com>')).toEqual({ name: 'Cognitive PRO', address: 'no-reply@example.com' });
  expect(parseMailbox('"Rossi, Anna" <a@example.com>')).toEqual({ name: 'Rossi, Anna', address: 'a@example.com' });
  expect(parseMailbox('a@example.com')).toEqual({ name: '', address: 'a@example.com' });
});

test.each([
  ['550 5.1.1 <ann@example.com>: unknown; said=bob.b+x@mail.example.org.', '550 5.1.1 <[address]>: unknown; [address]'],
  ['bounce+ada=example.com@list.example said no', '[address] said no'],
  ['550 "Ada L."@example.com, ada%40example.com', '550 [address], [address]'],
])('no address, nor a part of one, is left in a text: %s', (text, left) => {
  expect(withoutAddresses(text)).toBe(left);
});

test('an address that a reader would decode is none to send to', () => {
  expect(isSendable('=?utf-8?q?ada=40bank.example?=@evil.example')).toBe(false);
});

test('a sender without a name gets the company’s', () => {
  expect(parseMailbox(named('no-reply@example.com', 'Ordinata'))).toEqual({ name: 'Ordinata', address: 'no-reply@example.com' });
  expect(named('Cognitive PRO <no-reply@example.com>', 'Ordinata')).toBe('Cognitive PRO <no-reply@example.com>');
  expect(named('no-reply@example.com', '')).toBe('no-reply@example.com');
});

test('whatever address a form takes can be sent to', () => {
  const sign = fc.constantFrom('a', '=', '?', '=?', '?=', '@', '.', '-', '"', '<', 'ü', 'ไ', 'ท', 'ี', ' ', '\n', '%', '+');
  const likely = fc.array(sign, { maxLength: 12 }).map((signs) => `${signs.join('')}@example.com`);
  fc.assert(
    fc.property(fc.oneof(likely, fc.stringMatching(withoutLookahead(EMAIL))), (address) => {
      if (address.length <= limits.email && EMAIL.test(address)) expect([address, isSendable(address)]).toEqual([address, true]);
    }),
    propertyRuns(1000),
  );
});
