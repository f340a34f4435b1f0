import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['\u001b]0;owned\u0007\u001b[2J550 no', ']0;owned [2J550 no'],
  ['550-one\r\n550 two', '550-one 550 two'],
  ['invoice\u202egnp.exe', 'invoice gnp.exe'],
  ['a\u2066b\u061cc\u{e0041}d', 'a b c d'],
  ['می‌خواهم', 'می‌خواهم'],
  ['x'.repeat(40), `${'x'.repeat(9)}…`],
  ['😀'.repeat(40), `${'😀'.repeat(9)}…`],
])('%j is shown as %j', (text, shown) => {
  expect(plainText(text, shown.endsWith('…') ? 10 : 100)).toBe(shown);
});

test('whatever comes in, what comes out is one bounded line without a control character', () => {
  const pieces = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r',
    '\u001b',
    '\u0085',
    '\u009b',
    '\u2028',
    '\u202e',
    '\u2066',
    '\ud800',
    '\udc00',
    '😀',
    '…',
    '\u200d',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (services, max) => {
      const shown = plainText(services.join(''), max);
      expect(Array.from(shown).length).toBeLessThanOrEqual(max);
      expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      expect(plainText(shown, max)).toBe(shown);
    }),
  );
});
