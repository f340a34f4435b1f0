import { describe, expect, it } from 'vitest';
import { contactPageForm, contactPageMessages } from './contact-page.ts';
import { validate } from './form.ts';

const sound = { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Engines', message: 'x'.repeat(30) };

describe('the contact page’s form', () => {
  it.each<[string, string, string[]]>([
    ['name', 'Something wrong in your name', ['', 'A', 'R2D2', 'x'.repeat(32)]],
    ['email', 'This is not a valid email', ['', 'ada@', 'ada example.com']],
    ['subject', 'Something wrong in your subject', ['', 'ab', 'x'.repeat(31)]],
    ['message', 'Min 30 chars, max 2000', ['', 'x'.repeat(29), 'x'.repeat(2001)]],
  ])('refuses a wrong %s with its own message', (field, message, values) => {
    for (const value of [undefined, [], ...values]) {
      expect(validate(contactPageForm, { ...sound, [field]: value })).toEqual({ ok: false, errors: { [field]: message } });
    }
  });

  it.each([
    ['subject', 'abc'],
    ['subject', '?'.repeat(30)],
    ['message', 'x'.repeat(2000)],
    ['name', 'Zoë D’Angelo-Müller'],
  ])('accepts a sound %s', (field, value) => {
    expect(validate(contactPageForm, { ...sound, [field]: value })).toMatchObject({ ok: true, answers: { [field]: value } });
  });

  it('says what the specification says', () => {
    expect(contactPageMessages).toMatchObject({
      success: 'Request correctly sent! Thank you.',
      failure: 'Something went wrong. Please retry later.',
      close: 'CLOSE',
    });
  });
});
