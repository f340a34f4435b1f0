import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitKey, recipientDomain } from './mail-domains.ts';

describe('the mailbox that limits are of', () => {
  test.each([
    ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
    ['Ada.Lovelace@proton.me', 'adalovelace@proton.me'],
    ['ada-lovelace@protonmail.com', 'adalovelace@proton.me'],
    ['ada_love.lace+news@pm.me', 'adalovelace@proton.me'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada.l@ya.ru', 'adal@yandex.ru'],
    ['ada-l@yandex.com', 'adal@yandex.ru'],
    ['ada-shop@yahoo.co.uk', 'ada@yahoo.co.uk'],
    ['ada-news-2@yahoo.com', 'ada@yahoo.com'],
    ['whatever@ada.fastmail.com', 'ada@fastmail.com'],
    ['ada.lovelace@outlook.com', 'ada.lovelace@outlook.com'],
    ['ada-lovelace@example.org', 'ada-lovelace@example.org'],
    ['-@yahoo.com', '-@yahoo.com'],
    ['..@proton.me', '..@proton.me'],
    ['nobody', 'nobody'],
  ])('%s: %s', (address, key) => {
    expect(limitKey(address)).toBe(key);
  });

  test('is one, however a name at Proton is spelled', () => {
    const mark = fc.constantFrom('', '.', '-', '_');
    fc.assert(
      fc.property(
        fc.array(mark, { minLength: 5, maxLength: 5 }),
        fc.constantFrom('proton.me', 'pm.me', 'protonmail.com'),
        (marks, domain) => {
          const name = ['l', 'o', 'v', 'e', 'l', 'a', 'c', 'e'].map((letter, at) => `${letter}${marks[at] ?? ''}`).join('');
          expect(limitKey(`${name}@${domain}`)).toBe('lovelace@proton.me');
        },
      ),
    );
  });
});

describe('the recipient that a domain is', () => {
  test.each([
    ['a@attacker.example', '@attacker.example'],
    ['b@x7.y.attacker.example', '@attacker.example'],
    ['c@shop.example.co.uk', '@example.co.uk'],
    ['c@example.com.au.', '@example.com.au'],
    ['d@ab.it', '@ab.it'],
    ['d@x.ab.it', '@ab.it'],
    ['e@BÜCHER.example', '@xn--bcher-kva.example'],
  ])('%s: %s', (address, name) => {
    expect(recipientDomain(address)?.name).toBe(name);
  });

  test.each(['ada@gmail.com', 'ada@yahoo.co.uk', 'ada@libero.it', 'any@ada.fastmail.com', 'nobody', ''])('%s: none', (address) => {
    expect(recipientDomain(address)).toBeUndefined();
  });
});
