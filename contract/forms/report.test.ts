import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validate } from './form.ts';
import { reportForm } from './report.ts';

const sound = {
  name: 'Ada',
  lastname: "D'Angelo",
  company: 'Été Capital',
  phone: '+39 02 1234567',
  email: 'ada@example.com',
  uuid: '0b9f7f5e-5a3c-4a86-9a0e-0c8f1d9e2a11',
};

describe('the report form', () => {
  it('takes a sound request as it is, without an id of the visitor, too', () => {
    expect(validate(reportForm, sound)).toEqual({ ok: true, answers: sound });
    const { uuid: _, ...anonymous } = sound;
    expect(validate(reportForm, anonymous)).toEqual({ ok: true, answers: anonymous });
  });

  it('requires the five fields, each by its own message, word for word', () => {
    expect(validate(reportForm, {})).toEqual({
      ok: false,
      errors: {
        name: 'Something wrong in your name',
        lastname: 'Something wrong in your last name',
        company: 'Something wrong in your company',
        phone: 'This is not a valid phone number',
        email: 'This is not a valid email',
      },
    });
    expect(reportForm.consent.text).toBe('By clicking on Submit you agree to receive group updates.');
  });

  it.each(['name', 'lastname', 'company'])('takes words of 2 to 31 letters with single spaces as the %s', (field) => {
    const fits = (value: string) => validate(reportForm, { ...sound, [field]: value }).ok;
    for (const value of ['Jo', 'a'.repeat(31), 'Jean-Luc', 'Łukasz Öz', "O'Neill & Co".replace(' & Co', '')])
      expect(fits(value), value).toBe(true);
    for (const value of ['علی\u200cرضا', 'ශ්\u200dරී', 'Jean\u2010Luc', 'Anne\u2011Marie']) expect(fits(value), value).toBe(true);
    for (const value of ['J', 'a'.repeat(32), 'Jo A', 'M4ry', 'A & B', '--', '']) expect(fits(value), value).toBe(false);
    for (const value of ['\u200dJo', 'Jo\u200d', 'Jo \u200dAda', 'Jo\u200d Ada', 'Jo\u200d\u200dAda', "O'\u200dNeill"])
      expect(fits(value), JSON.stringify(value)).toBe(false);
  });

  it('takes 5 to 20 digits, hyphens, spaces and parentheses behind an optional plus as the phone', () => {
    const fits = (phone: string) => validate(reportForm, { ...sound, phone }).ok;
    for (const phone of ['12345', '+12345', '(02) 1234-567', '1'.repeat(20), `+${'1'.repeat(20)}`]) expect(fits(phone), phone).toBe(true);
    for (const phone of ['1234', '1'.repeat(21), '02_12345', '12345+', 'call me', '-----', '+39 ', ''])
      expect(fits(phone), phone).toBe(false);
    fc.assert(fc.property(fc.stringMatching(/^[0-9](?: ?[0-9()-]){4,9}[0-9]$/), fits));
  });

  it('says how to write a company that its rule refuses', () => {
    for (const company of ['3M', 'J.P. Morgan']) {
      expect(validate(reportForm, { ...sound, company })).toMatchObject({ errors: { company: 'Something wrong in your company' } });
      expect(reportForm.catalogue.company?.mend).toContain(company);
    }
    for (const company of ['Three-M', 'JP Morgan']) {
      expect(validate(reportForm, { ...sound, company }).ok).toBe(true);
      expect(reportForm.catalogue.company?.mend).toContain(`“${company}”`);
    }
  });
});
