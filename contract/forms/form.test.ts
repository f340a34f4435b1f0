import type { FormType } from '../callers.ts';
import { cleanText } from '../clean-text.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { answersTo, everyForm, formAndInput, specifiedFields } from './contact.testing.ts';
import { contactForms } from './contact.ts';
import { fromWire, isRequired, shownFields, toWire, validate, wireSchema } from './form.ts';

const RUNS = { numRuns: 400 };

describe('validate', () => {
  it('never throws, whatever the input, and answers with texts alone', () => {
    fc.assert(
      fc.property(everyForm, fc.jsonValue(), (form, input) => {
        const result = validate(form, input);
        const texts = Object.values(result.ok ? result.answers : result.errors);
        expect(texts.every((text) => typeof text === 'string' && text !== '')).toBe(true);
      }),
      RUNS,
    );
  });

  it('never throws on its own fields filled with anything', () => {
    fc.assert(
      fc.property(formAndInput(), ([form, input]) => {
        const result = validate(form, input);
        if (!result.ok) expect(Object.keys(result.errors).length).toBeGreaterThan(0);
      }),
      RUNS,
    );
  });

  it('takes its own answers back unchanged', () => {
    fc.assert(
      fc.property(answersTo(), ([form, input]) => {
        const first = validate(form, input);
        expect(first.ok).toBe(true);
        if (first.ok) expect(validate(form, first.answers)).toEqual(first);
      }),
      RUNS,
    );
  });

  it('keeps what is not shown, and what nobody declared, out of the answers and out of the errors', () => {
    fc.assert(
      fc.property(formAndInput(), fc.dictionary(fc.string(), fc.string()), ([form, input], more) => {
        const result = validate(form, { ...more, ...input });
        const raw = result.ok ? result.answers : cleaned({ ...more, ...input });
        const kept = form.fields.filter((use) => use.kept).map(({ field }) => field);
        const shown = new Set([...kept, ...shownFields(form, raw).map(({ field }) => field.name)]);
        for (const name of Object.keys(result.ok ? result.answers : result.errors)) expect(shown).toContain(name);
      }),
      RUNS,
    );
  });

  it('fills every required field or names it', () => {
    fc.assert(
      fc.property(formAndInput(), ([form, input]) => {
        const result = validate(form, input);
        if (!result.ok) return;
        for (const { use, field } of shownFields(form, result.answers)) {
          if (isRequired(use, result.answers)) expect(result.answers).toHaveProperty(field.name);
        }
      }),
      RUNS,
    );
  });

  it('names a field by its message when its value is no text', () => {
    const result = validate(contactForms.portfolios_cu, { name: 7, surname: ['x'], email: {}, phone: 39, company: true });
    expect(result).toEqual({
      ok: false,
      errors: {
        name: 'The name must contain only letters, spaces, hyphens, or apostrophes',
        surname: 'The surname must contain only letters, spaces, hyphens, or apostrophes',
        email: 'Invalid email address',
        phone: 'Invalid phone number',
        company: 'The company is required',
      },
    });
  });

  it.each([null, undefined, 0, '', 'text', true, [], ['name']])('calls every required field missing in %j', (input) => {
    const result = validate(contactForms.portfolios_cu, input);
    expect(result.ok ? [] : Object.keys(result.errors)).toEqual(['name', 'surname', 'email']);
  });

  it('reads no property that an answer only inherits', () => {
    const input = Object.create({ name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' }) as object;
    expect(validate(contactForms.portfolios_cu, input).ok).toBe(false);
  });
});

describe('toWire and fromWire', () => {
  it('are inverse for every valid set of answers', () => {
    fc.assert(
      fc.property(answersTo(), ([form, input]) => {
        const result = validate(form, input);
        if (!result.ok) throw new Error(JSON.stringify(result.errors));
        const wire = toWire(form, result.answers);
        expect(wire).not.toHaveProperty('otherRole');
        expect(validate(form, fromWire(form, wire))).toEqual(result);
      }),
      RUNS,
    );
  });

  it('never throw on any JSON value', () => {
    fc.assert(
      fc.property(everyForm, fc.jsonValue(), (form, body) => void fromWire(form, body)),
      RUNS,
    );
  });

  it("join the other role as 'role: other role text'", () => {
    const answers = { role: 'Other', otherRole: 'Quant: rates' };
    expect(toWire(contactForms.bookademo, answers)).toEqual({ role: 'Other: Quant: rates' });
    expect(validate(contactForms.portfolios_cu, fromWire(contactForms.portfolios_cu, { ...person, role: 'Other: Quant: rates' }))).toEqual({
      ok: true,
      answers: { ...person, ...answers },
    });
  });

  it('leave every other role alone', () => {
    expect(toWire(contactForms.bookademo, { role: 'Other' })).toEqual({ role: 'Other' });
    expect(fromWire(contactForms.bookademo, { role: 'Prop Trader', otherRole: 'smuggled' })).toEqual({ role: 'Prop Trader' });
    expect(fromWire(contactForms.bookademo, { role: 'Others: x' })).toEqual({ role: 'Others: x' });
  });
});

describe('wireSchema', () => {
  it('accepts whatever validate accepts', () => {
    fc.assert(
      fc.property(answersTo(), ([form, input]) => {
        const result = validate(form, input);
        if (!result.ok) throw new Error(JSON.stringify(result.errors));
        expect(v.safeParse(wireSchema(form), toWire(form, result.answers)).issues).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('asks for what is required in every case', () => {
    const missing = (form: FormType) =>
      v
        .safeParse(wireSchema(contactForms[form]), {})
        .issues?.map((issue) => String(issue.path?.[0]?.key))
        .filter((name) => specifiedFields.includes(name));
    expect(missing('bookademo')).toEqual(['name', 'surname', 'email', 'phone', 'role']);
    expect(missing('generic')).toEqual(['name', 'surname', 'email', 'phone', 'message']);
    expect(missing('portfolios_cu')).toEqual(['name', 'surname', 'email']);
  });
});

describe('cleanText', () => {
  it('is idempotent, well-formed, composed and trimmed, on one line unless it may have several', () => {
    const nasty = fc.string({
      unit: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 1 }),
        fc.constantFrom(
          'e',
          '\u0301',
          '\u200e',
          '\u200b',
          '\r',
          '\n',
          '\t',
          ' ',
          '\u0000',
          '\u2028',
          '\ud800',
          '\udc00',
          '\ufeff',
          '\u0085',
          '\u202e',
        ),
      ),
    });
    fc.assert(
      fc.property(nasty, fc.boolean(), (text, multiline) => {
        const clean = cleanText(text, multiline);
        expect(cleanText(clean, multiline)).toBe(clean);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean.trim()).toBe(clean);
        expect(clean).not.toMatch(/[\r\u0000\u202e\u2028]/);
        if (!multiline) expect(clean).not.toContain('\n');
      }),
      { numRuns: 2000 },
    );
  });

  it('composes a letter and its accent, even where an invisible character stood between them', () => {
    expect(cleanText('Jose\u200e\u0301')).toBe('José');
  });

  it('keeps paragraphs of a longer text and no other control character', () => {
    expect(cleanText('  One\r\nTwo\u2028Three\u0000\t!  ', true)).toBe('One\nTwo\nThree\t!');
    expect(cleanText('One\r\nBcc: x@y.zz')).toBe('One Bcc: x@y.zz');
    expect(cleanText(' Ada \u00a0  King\t\tLovelace ')).toBe('Ada King Lovelace');
    expect(cleanText('One  \n\n  two', true)).toBe('One  \n\n  two');
  });
});

const person = { name: 'Ada', surname: 'Lovelace', email: 'ada@example.com' };

function cleaned(input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => (typeof value === 'string' ? [[name, cleanText(value)]] : [])),
  );
}
