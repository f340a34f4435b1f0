import { cleanText } from './clean-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttribution } from './api.ts';
import { present } from './checked.ts';
import { CALLER_PATTERN, callerFor, readAbout } from './callers.ts';
import { isOnlyDialCode } from './countries.ts';
import { EMAIL } from './forms/email.ts';
import { fieldNamed, firstIssue, fromWire, validate, type FieldDeclarations } from './forms/form.ts';
import { forms } from './forms/form-list.ts';
import { loginForm } from './forms/login.ts';
import { longestOf } from './forms/form.ts';
import { withoutTrailingSlashes } from './pages.ts';
import { MAX_MS, processorMs, slowText, textOf } from './raw-input.testing.ts';

const everyForm: Record<string, FieldDeclarations> = { ...forms, login: loginForm };
const everyField = Object.fromEntries(
  Object.entries(everyForm).flatMap(([type, form]) =>
    form.fields.map((use) => [`${type}.${use.field}`, { form, use, field: fieldNamed(form, use.field) }] as const),
  ),
);
const fieldName = fc.constantFrom(...Object.keys(everyField));
const RUNS = { numRuns: 80 };

const rules: Record<string, (text: string) => unknown> = {
  cleanText: (text) => cleanText(text),
  'cleanText of several lines': (text) => cleanText(text, true),
  readAttribution: (text) =>
    readAttribution({ page: text, referrer: text, visitorId: text, utm: { source: text, medium: text, campaign: text, term: text } }),
  'fromWire of every form': (text) => Object.values(forms).map((form) => fromWire(form, { role: text, otherRole: text })),
  isOnlyDialCode,
  callerFor,
  readAbout: (text) => [readAbout(`paper_${text}`, undefined), readAbout('portfolios_cu', { kind: 'portfolio', id: text })],
  CALLER_PATTERN: (text) => CALLER_PATTERN.test(text),
  EMAIL: (text) => EMAIL.test(text),
  withoutTrailingSlashes,
};

describe('a text of 64 KB that was made to be slow', () => {
  it.each(Object.keys(rules))('costs %s time linear in its length', (name) => {
    fc.assert(
      fc.property(slowText, (slow) => {
        const text = textOf(slow);
        expect(processorMs(() => rules[name]?.(text))).toBeLessThan(MAX_MS);
      }),
      RUNS,
    );
  });

  it('costs no field of any form more, and is refused by the very message of the field', () => {
    fc.assert(
      fc.property(fieldName, slowText, (name, slow) => {
        const { form, use, field } = present(everyField[name]);
        const text = textOf(slow);
        const input = { role: 'Other', [field.name]: text };
        expect(processorMs(() => validate(form, input))).toBeLessThan(MAX_MS);
        const result = validate(form, input);
        if (use.shown === undefined) expect(result.ok ? undefined : result.errors[field.name]).toEqual(expect.stringMatching(/\w/));
      }),
      { numRuns: 200 },
    );
  });

  it('costs little in every field of a form at once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(everyForm)), slowText, (type, slow) => {
        const form = present(everyForm[type]);
        const text = textOf(slow);
        const share = text.slice(0, Math.floor(text.length / form.fields.length));
        const input = Object.fromEntries(form.fields.map((use) => [use.field, share]));
        expect(processorMs(() => validate(form, input))).toBeLessThan(MAX_MS);
      }),
      RUNS,
    );
  });

  it('costs little just under the length at which it is looked at', () => {
    fc.assert(
      fc.property(fieldName, slowText, (name, slow) => {
        const { form, field } = present(everyField[name]);
        const text = textOf(slow);
        const longest = 4 * longestOf(field.schema) + 100;
        const cut = text.slice(-longest);
        expect(processorMs(() => validate(form, { [field.name]: cut }))).toBeLessThan(MAX_MS);
      }),
      { numRuns: 200 },
    );
  });
});

describe('every field of every form', () => {
  it.each(Object.entries(everyField))('%s has a bound, and says so', (_, { field }) => {
    expect(longestOf(field.schema)).toBeGreaterThan(0);
    expect(firstIssue(field.schema, 'x'.repeat(longestOf(field.schema) + 1))).toEqual(expect.stringMatching(/\w/));
  });
});

describe('combining marks', () => {
  it.each([
    ['Vietnamese', 'Nguyễn Thị Hồng'.normalize('NFD')],
    ['Hebrew with vowels and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים'],
    ['Arabic with vowels', 'مُحَمَّد بْن رُشْد'],
    ['Devanagari', 'श्रीनिवास रामानुजन्'],
    ['Thai', 'ชื่อผู้ใช้'],
    ['Tibetan', 'བསྒྲུབས་པ'],
    ['Burmese', 'မြန်မာစာ'],
  ])('of %s stay', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  it('beyond thirty in a row are cut, and whatever follows them stays', () => {
    const marks = (count: number) => '\u0316\u0301'.repeat(count / 2);
    expect(cleanText(`x${marks(30)}y`)).toBe(`x${marks(30)}y`.normalize('NFC'));
    expect(cleanText(`x${marks(5000)}y`)).toBe(cleanText(`x${marks(30)}y`));
    expect(cleanText('x'.padEnd(200, '\u0344'))).toHaveLength(31);
  });

  it('in any order clean to the same text when cleaned again', () => {
    const marked = fc.array(fc.constantFrom('e', '\u0301', '\u0316', '\u0344', '\u0f73', '\u09c7', '\u09be', '\u200b', '\u3099', 'か'), {
      maxLength: 120,
    });
    fc.assert(
      fc.property(marked, (parts) => {
        const clean = cleanText(parts.join(''));
        expect(cleanText(clean)).toBe(clean);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean).not.toMatch(/\p{M}{31}/u);
      }),
      { numRuns: 2000 },
    );
  });
});
