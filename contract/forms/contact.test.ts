import type { FormType } from '../callers.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countries } from '../countries.ts';
import { limits } from '../limits.ts';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from './contact.ts';
import { specifiedFields } from './contact.testing.ts';
import { isRequired, shownFields, validate } from './form.ts';
import { soundAnswers, soundValue } from './sound-answers.testing.ts';

const types = Object.keys(contactForms) as FormType[];

const sound = withOthers({
  name: 'Ada',
  surname: 'Lovelace',
  email: 'ada@example.com',
  phone: '+39 333 1234567',
  role: 'Asset Manager',
  company: 'Analytical Engines',
  message: 'What does it cost?',
});

const NAME = 'The name must contain only letters, spaces, hyphens, or apostrophes';
const SURNAME = 'The surname must contain only letters, spaces, hyphens, or apostrophes';

describe('an empty form', () => {
  it.each<[FormType, Record<string, string>]>([
    [
      'bookademo',
      {
        name: NAME,
        surname: SURNAME,
        email: 'Invalid email address',
        phone: 'Invalid phone number',
        role: 'The role is required',
        company: 'The company is required',
      },
    ],
    [
      'insights_cu',
      { name: NAME, surname: SURNAME, email: 'Invalid email address', role: 'The role is required', company: 'The company is required' },
    ],
    [
      'generic',
      {
        name: NAME,
        surname: SURNAME,
        email: 'Invalid email address',
        phone: 'Invalid phone number',
        message: 'The request text is required',
      },
    ],
    ['portfolios_cu', { name: NAME, surname: SURNAME, email: 'Invalid email address' }],
    ['default', { name: NAME, surname: SURNAME, email: 'Invalid email address' }],
  ])('of type %s is refused with these messages, in the order of its fields', (type, errors) => {
    const result = validate(contactForms[type], {});
    const told = Object.entries(result.ok ? {} : result.errors).filter(([name]) => specifiedFields.includes(name));
    expect(told).toEqual(Object.entries(errors));
  });
});

describe('shown fields', () => {
  const shown = (type: FormType, role?: string) =>
    shownFields(contactForms[type], role === undefined ? {} : { role })
      .filter(({ field }) => specifiedFields.includes(field.name))
      .map(({ use, field }) => (isRequired(use, role === undefined ? {} : { role }) ? `${field.name}*` : field.name));

  it.each<[FormType, string | undefined, string[]]>([
    ['bookademo', undefined, ['name*', 'surname*', 'email*', 'phone*', 'role*', 'company*']],
    ['bookademo', OTHER_ROLE, ['name*', 'surname*', 'email*', 'phone*', 'role*', 'otherRole', 'company*']],
    ['bookademo', INDEPENDENT_INVESTOR, ['name*', 'surname*', 'email*', 'phone*', 'role*', 'netWorth*', 'company']],
    ['insights_cu', undefined, ['name*', 'surname*', 'email*', 'phone', 'role*', 'company*']],
    ['insights_cu', OTHER_ROLE, ['name*', 'surname*', 'email*', 'phone', 'role*', 'otherRole', 'company*']],
    ['insights_cu', INDEPENDENT_INVESTOR, ['name*', 'surname*', 'email*', 'phone', 'role*', 'netWorth*', 'company']],
    ['generic', undefined, ['name*', 'surname*', 'email*', 'phone*', 'company', 'message*']],
    ['generic', INDEPENDENT_INVESTOR, ['name*', 'surname*', 'email*', 'phone*', 'company', 'message*']],
    ['portfolios_cu', undefined, ['name*', 'surname*', 'email*', 'phone', 'role', 'company']],
    ['portfolios_cu', OTHER_ROLE, ['name*', 'surname*', 'email*', 'phone', 'role', 'otherRole', 'company']],
    ['portfolios_cu', INDEPENDENT_INVESTOR, ['name*', 'surname*', 'email*', 'phone', 'role', 'company']],
    ['default', undefined, ['name*', 'surname*', 'email*', 'phone', 'role', 'company', 'message']],
    ['default', OTHER_ROLE, ['name*', 'surname*', 'email*', 'phone', 'role', 'otherRole', 'company', 'message']],
    ['default', INDEPENDENT_INVESTOR, ['name*', 'surname*', 'email*', 'phone', 'role', 'netWorth', 'company', 'message']],
  ])('of %s with the role %s', (type, role, names) => {
    expect(shown(type, role)).toEqual(names);
  });
});

describe('the form of unknown callers', () => {
  const person = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' };
  const { catalogue } = contactForms.default;
  const others = Object.values(catalogue).filter(({ name }) => !specifiedFields.includes(name));
  const more = {
    phone: sound.phone,
    role: sound.role,
    netWorth: '10M+',
    company: sound.company,
    message: sound.message,
    ...Object.fromEntries(others.map((field) => [field.name, soundValue(field)])),
  };

  it('takes every field of the catalogue, alone and together, a net worth from anybody', () => {
    expect(new Set([...Object.keys(person), ...Object.keys(more), 'otherRole'])).toEqual(new Set(Object.keys(catalogue)));
    expect(validate(contactForms.default, person)).toEqual({ ok: true, answers: person });
    for (const [name, value] of Object.entries(more)) {
      expect(validate(contactForms.default, { ...person, [name]: value })).toEqual({ ok: true, answers: { ...person, [name]: value } });
    }
    const other = { ...person, ...more, role: OTHER_ROLE, otherRole: 'Quant' };
    expect(validate(contactForms.default, other)).toEqual({ ok: true, answers: other });
  });

  it('holds what is filled against its rule', () => {
    expect(validate(contactForms.default, { ...person, phone: 'none', netWorth: '1M' })).toEqual({
      ok: false,
      errors: { phone: 'Invalid phone number', netWorth: 'The net worth is required' },
    });
  });
});

describe('choices', () => {
  it('are the nine roles, in order', () => {
    expect(contactForms.bookademo.catalogue.role?.options?.map((option) => option.label)).toEqual([
      'Asset Manager',
      'Portfolio Manager',
      'Prop Trader',
      'Hedge Fund Manager',
      'Family Office',
      'Wealth Manager',
      'Financial Advisor',
      'Other',
      "I'm an HNWI - Independent Investor",
    ]);
  });

  it("are the five net worths with the table's own pairs and its placeholder", () => {
    const { netWorth } = contactForms.bookademo.catalogue;
    expect(netWorth?.placeholder).toBe('Select net your worth');
    expect(netWorth?.options?.map(({ value, label }) => [value, label])).toEqual([
      ['10M+', '> 10,000,000 €'],
      ['500K-1M', '5,000,000 - 10,000,000 €'],
      ['200K-500K', '1,000,000 - 5,000,000 €'],
      ['100K-200K', '500,000 - 1,000,000 €'],
      ['<500K', '< 500,000 €'],
    ]);
  });

  it('refuse what is not among them, labels included', () => {
    expect(messageOf('role', 'Astronaut')).toBe('The role is required');
    expect(messageOf('role', 'asset manager')).toBe('The role is required');
    const investor = { ...sound, role: INDEPENDENT_INVESTOR, company: '' };
    for (const netWorth of ['', '> 10,000,000 €', '1M']) {
      expect(validate(contactForms.bookademo, { ...investor, netWorth })).toEqual({
        ok: false,
        errors: { netWorth: 'The net worth is required' },
      });
    }
    expect(validate(contactForms.insights_cu, { ...investor, netWorth: '10M+' }).ok).toBe(true);
  });
});

describe('rules', () => {
  it.each(['name', 'surname'])('take a %s of letters of any script, spaces, hyphens and apostrophes', (field) => {
    for (const value of [
      'Ada',
      'Anne Marie',
      "O'Neill",
      'D’Angelo',
      'Jean-Luc',
      'Ångström',
      'Łukasz',
      '李',
      'محمد',
      'Zoe\u0308',
      'Nguyễn Thị',
    ]) {
      expect(messageOf(field, value), value).toBeUndefined();
    }
    for (const value of ['', ' ', '-', "'", 'R2D2', 'Ada!', 'Ada_L', '<b>Ada</b>', 'a@b.cc', 'Ada, Countess', '😀', '\u200d']) {
      expect(messageOf(field, value), value).toBe(field === 'name' ? NAME : SURNAME);
    }
  });

  it('take an email of the basic pattern', () => {
    for (const value of [
      'a@b.cc',
      'ada+demo@mail.example.co.uk',
      "o'neill@example.com",
      'x_y-z@bücher.example',
      'A@EXAMPLE.IT',
      '  ada@example.com ',
    ]) {
      expect(messageOf('email', value), value).toBeUndefined();
    }
    const wrong = [
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'ada@@example.com',
      'ada@example..com',
      'ada@-example.com',
      'ada@example.com, eve@example.com',
      'ada@example.com\nBcc: eve@example.com',
      '<ada@example.com>',
      'ſ@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
    ];
    for (const value of wrong) expect(messageOf('email', value), value).toBe('Invalid email address');
  });

  it('take a phone of digits with plus, parentheses, spaces, dashes, dots or slashes', () => {
    for (const value of ['+39 333 1234567', '0331/123456', '(02) 1234.5678', '+1 (212) 555-0100', '(+44) 20 7946 0958']) {
      expect(messageOf('phone', value), value).toBeUndefined();
    }
    for (const value of ['', 'call me', '+39 333 ext 4', '++39 333', '39+333', '( )', '+', '1'.repeat(limits.phone + 1)]) {
      expect(messageOf('phone', value), value).toBe('Invalid phone number');
    }
  });

  it('do not check the phone of portfolios_cu, and drop it when it is only a dial code', () => {
    const person = soundAnswers(contactForms.portfolios_cu, { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' });
    expect(validate(contactForms.portfolios_cu, { ...person, phone: 'ask my desk' })).toEqual({
      ok: true,
      answers: { ...person, phone: 'ask my desk' },
    });
    expect(validate(contactForms.portfolios_cu, { ...person, phone: '+39 ' })).toEqual({ ok: true, answers: person });
  });

  it('check the optional phone of insights_cu once it is filled', () => {
    expect(validate(contactForms.insights_cu, { ...sound, phone: '' }).ok).toBe(true);
    expect(validate(contactForms.insights_cu, { ...sound, phone: 'none' })).toEqual({
      ok: false,
      errors: { phone: 'Invalid phone number' },
    });
  });

  it('count a phone of nothing but a dial code as empty, however it is written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.constantFrom('', ' ', ' (', '-', '.'), ([, , dialCode], tail) => {
        expect(messageOf('phone', `+${dialCode}${tail}`)).toBe('Invalid phone number');
        const optional = validate(contactForms.insights_cu, { ...sound, phone: `+${dialCode}${tail}` });
        expect(optional.ok && 'phone' in optional.answers).toBe(false);
        expect(optional.ok).toBe(true);
      }),
    );
  });

  it('ask for the company unless the role is the independent investor', () => {
    expect(messageOf('company', '  ')).toBe('The company is required');
    const investor = { ...sound, role: INDEPENDENT_INVESTOR, netWorth: '<500K' };
    expect(validate(contactForms.bookademo, { ...investor, company: '' }).ok).toBe(true);
    expect(validate(contactForms.bookademo, investor)).toMatchObject({ ok: true, answers: { company: sound.company } });
  });

  it('never hold the other role against anyone', () => {
    expect(validate(contactForms.bookademo, { ...sound, role: OTHER_ROLE, otherRole: '' }).ok).toBe(true);
    expect(validate(contactForms.bookademo, { ...sound, role: 'Prop Trader', otherRole: 'x'.repeat(999) })).toMatchObject({
      ok: true,
      answers: { role: 'Prop Trader' },
    });
  });

  it('bound every text', () => {
    expect(messageOf('name', 'a'.repeat(limits.line + 1))).toBe('The name must be at most 120 characters');
    expect(messageOf('company', 'a'.repeat(limits.line + 1))).toBe('The company must be at most 120 characters');
    expect(validate(contactForms.generic, { ...sound, message: 'a'.repeat(limits.message + 1) })).toEqual({
      ok: false,
      errors: { message: 'The request text must be at most 5000 characters' },
    });
    expect(validate(contactForms.portfolios_cu, { ...sound, phone: '1'.repeat(500) }).ok).toBe(false);
  });
});

describe('declarations', () => {
  it.each(types)('of %s name declared fields, each once, and only conditions on fields above', (type) => {
    const names = contactForms[type].fields.map((use) => use.field);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(contactForms[type].catalogue[name]?.name).toBe(name);
  });

  it('state that data is passed to an email marketing platform under its privacy policy', () => {
    for (const type of types) expect(contactForms[type].consent.text).toMatch(/email marketing platform.*privacy policy/);
  });
});

function withOthers<Given extends Record<string, string>>(given: Given): Given & Record<string, string> {
  return Object.assign({}, ...Object.values(contactForms).map((form) => soundAnswers(form, given)), given);
}

function messageOf(field: string, value: string): string | undefined {
  const result = validate(contactForms.bookademo, { ...sound, [field]: value });
  return result.ok ? undefined : result.errors[field];
}
