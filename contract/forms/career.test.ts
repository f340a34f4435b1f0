import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementAt } from '../checked.ts';
import { careerForm, careerMessages } from './career.ts';
import { consentsOf, validate, type FileFault } from './form.ts';

const sound = {
  name: 'Ada',
  lastname: "O'Neill King-Noel",
  email: 'ada@example.com',
  phone: '+390212345678',
  message: 'I compute Bernoulli numbers by machine.',
  subject: 'Generic',
};

describe('the career form', () => {
  it.each<[string, string, string[]]>([
    ['name', 'Something wrong in your name', ['', 'A', 'Ada1', '--', 'x'.repeat(32)]],
    ['lastname', 'Something wrong in your lastname', ['', 'L', 'Love lace!', '<b>x</b>']],
    ['email', 'This is not a valid email', ['', 'ada', 'ada@localhost', `${'a'.repeat(60)}@${'b'.repeat(200)}.it`]],
    ['phone', 'This is not a valid phone number', ['', '1234', '+1234', '123 4', '123456789012345', '-----', '+39/0212345', '(((((((']],
    ['message', 'Min 30 chars, max 100', ['', 'x'.repeat(29), 'x'.repeat(101), '\n'.repeat(40)]],
    ['subject', 'Subject is required', ['', ' ', 'x'.repeat(2001)]],
  ])('refuses a wrong %s with its own message', (field, message, values) => {
    for (const value of [undefined, 3, null, ...values]) {
      expect(validate(careerForm, { ...sound, [field]: value })).toEqual({ ok: false, errors: { [field]: message } });
    }
  });

  it.each<[string, string[]]>([
    ['name', ['Jo', 'Jean-Luc', 'Étienne', "D'Angelo De Luca", 'Łukasz', 'x'.repeat(31)]],
    ['phone', ['12345', '+12345', '12345678901234', '+12345678901234', '02-12-34']],
    ['message', ['x'.repeat(30), 'x'.repeat(100)]],
    ['subject', ['x', 'x'.repeat(2000)]],
  ])('accepts a sound %s at its bounds', (field, values) => {
    for (const value of values)
      expect(validate(careerForm, { ...sound, [field]: value })).toMatchObject({ ok: true, answers: { [field]: value } });
  });

  it('takes a telephone number as people write it, and keeps it as the rule knows it', () => {
    const stored = (phone: string) => validate(careerForm, { ...sound, phone });
    for (const [typed, phone] of [
      ['+39 (02) 1234.5678', '+390212345678'],
      ['123 456', '123456'],
      ['+44 (0)20 7946 0958', '+442079460958'],
      ['0041 (0)44 668 18 00', '+41446681800'],
      ['+39 (0)2 1234567', '+39021234567'],
      ['+39\u00A002\u2011123\u20134567', '+39021234567'],
      ['＋39 02 1234567', '+39021234567'],
      [' +44  20 7946 0958 ', '+442079460958'],
    ])
      expect(stored(typed!)).toMatchObject({ ok: true, answers: { phone } });
    // 00 is how an international number begins, as in the fifth above.
    const digits = fc.stringMatching(/^\d{5,14}$/).filter((phone) => !phone.startsWith('00'));
    const between = fc.array(fc.constantFrom('', ' ', '.', '(', ')', '  '), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(digits, between, (phone, gaps) => {
        const typed = phone
          .split('')
          .map((digit, index) => `${digit}${gaps[index]}`)
          .join('');
        expect(stored(typed)).toMatchObject({ ok: true, answers: { phone } });
      }),
    );
  });

  it('takes the newsletter as pages and programs send it, never by default', () => {
    const answer = (value: unknown) => validate(careerForm, { ...sound, accept_newsletter: value });
    for (const value of [true, 'true', 'on', '1']) expect(answer(value)).toMatchObject({ answers: { accept_newsletter: 'true' } });
    for (const value of [undefined, null, false, '', 'false', 'off', '0'])
      expect(answer(value)).toMatchObject({ answers: { accept_newsletter: 'false' } });
    for (const value of ['maybe', {}, 7])
      expect(answer(value)).toMatchObject({ ok: false, errors: { accept_newsletter: expect.any(String) } });
  });

  it('asks for the newsletter only from those who ticked it', () => {
    expect(consentsOf(careerForm, { ...sound, accept_newsletter: 'false' }).map((consent) => consent.purpose)).toEqual(['recruiting']);
    expect(consentsOf(careerForm, { ...sound, accept_newsletter: 'true' }).map((consent) => consent.purpose)).toEqual([
      'recruiting',
      'newsletter',
    ]);
  });

  it('says what the specification says', () => {
    expect(careerMessages).toMatchObject({
      sending: 'Sending data...',
      success: 'Application correctly sent! Thank you.',
      failure: 'Something went wrong. Please retry later.',
    });
    expect(careerForm.file!.messages.missing).toBe('File is required');
    expect(new Set(Object.values(careerForm.file!.messages)).size).toBe(5);
  });
});

describe('a CV', () => {
  it.each<[string, string, FileFault | undefined]>([
    ['a PDF', '%PDF-1.7\n1 0 obj<<>>endobj', undefined],
    ['a PDF after a byte order mark and a line', '\u00ef\u00bb\u00bf\n%PDF-1.4', undefined],
    ['nothing', '', 'empty'],
    ['a page', '<!doctype html><p>%PDF-1.7', 'type'],
    ['a program', 'MZ\u0090\u0000', 'type'],
    ['half a header', '%PDF', 'type'],
    ['an encrypted PDF', '%PDF-1.7\ntrailer<</Root 1 0 R/Encrypt 9 0 R>>', 'protected'],
    ['one encrypted in place', '%PDF-1.7\ntrailer<</Encrypt\n<</Filter/Standard>>>>', 'protected'],
    ['one that only speaks of encryption', '%PDF-1.7\n(/Encrypt is a key) /EncryptMetadata false /Encryption 1 0 R', undefined],
  ])('that is %s is told apart', (_, text, fault) => {
    expect(faultOf(bytes(text))).toBe(fault);
  });

  it('is refused from one byte over 3 MB on, also by its size alone', () => {
    const full = new Uint8Array(3 * 1024 * 1024);
    full.set(bytes('%PDF-1.7'));
    expect(faultOf(full)).toBeUndefined();
    const check = careerForm.file!.check();
    check.push(full.subarray(0, 64));
    expect([check.fault(full.length), check.fault(full.length + 1)]).toEqual([undefined, 'size']);
  });

  it('is judged the same in pieces of any size', () => {
    const parts = fc.array(fc.constantFrom('%PDF-1.7\n', '/Encrypt', ' 9 0 R', '\n', '<<', '/', 'x'.repeat(70), ' 1 0 obj'), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(parts, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (texts, cuts) => {
        const whole = bytes(texts.join(''));
        const check = careerForm.file!.check();
        for (let at = 0, turn = 0; at < whole.length; turn += 1) {
          const length = elementAt(cuts, turn % cuts.length);
          check.push(whole.subarray(at, at + length));
          at += length;
        }
        expect(check.fault()).toBe(faultOf(whole));
      }),
      { numRuns: 500 },
    );
  });
});

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function faultOf(content: Uint8Array): FileFault | undefined {
  const check = careerForm.file!.check();
  check.push(content);
  return check.fault();
}
