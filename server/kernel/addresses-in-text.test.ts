import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddresses, replaceAddresses } from './addresses-in-text.ts';

const address = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z0-9]{0,8}([.+'_&-][a-z0-9]{1,4}){0,2}$/),
    fc.constantFrom('example.com', 'müller.example', 'a-b.example.org'),
  )
  .map((parts) => parts.join('@'));

test.each([
  ['Write to Ada@example.com.', 'Write to X.'],
  ['(ada@example.com), <ada@example.com>; "ada@example.com"', '(X), <X>; "X"'],
  ['mailto:ada@example.com?subject=x', 'mailto:X?subject=x'],
  ["'ada@example.com', *ada@example.com*, _ada@example.com_", "'X', *X*, _X_"],
  ['https://example.org/?mail=ada@example.com&x=1', 'https://example.org/?mail=X&x=1'],
  ['ada@example.com’s assistant', 'X’s assistant'],
  ["nada@example.com, n.ada@example.com, n-ada@example.com, n'ada@example.com, n+ada@example.com", undefined],
  ['ada@example.com.au, ada@example.community, ada@sub.example.com', undefined],
])('an address stands in %s, or does not', (text, left) => {
  expect(replaceAddresses(text, (one) => one.toLowerCase() === 'ada@example.com', 'X')).toBe(left ?? text);
});

test('every address is found whatever stands around it, and nothing that only ends as it does', () => {
  const before = fc.constantFrom('', ' ', '(', '<', '"', 'to:', ',', '\n', "'", 'mail=');
  const after = fc.constantFrom('', ' ', ')', '>', '"', '.', ',', '\n', '!', '’s', '/x');
  fc.assert(
    fc.property(address, before, after, fc.stringMatching(/^[a-z0-9]$/), (one, opened, closed, letter) => {
      const text = `Words ${opened}${one}${closed} ${letter}${one}`;
      expect(readAddresses(text)).toContain(one);
      const longer = `${letter}${one}`;
      expect(replaceAddresses(text, (found) => found === one, '')).toBe(`Words ${opened}${closed} ${longer}`);
    }),
  );
});
