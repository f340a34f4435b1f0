import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormType } from '../callers.ts';
import { contactTexts } from './contact-texts.ts';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from './contact.ts';
import { inTexts } from './form-words.ts';
import { isRequired, shownFields, type Answers } from './form.ts';

const types = Object.keys(contactForms) as FormType[];

describe('a form as staff ask for it', () => {
  const asked = (type: FormType, asks: Record<string, string>, role?: string) => {
    const form = inTexts(contactForms[type], {
      ...contactTexts,
      questions: { ...contactTexts.questions, [type]: { ...contactTexts.questions[type], ...asks } },
    });
    const answers: Answers = role === undefined ? {} : { role };
    return shownFields(form, answers).map(({ use, field }) => (isRequired(use, answers) ? `${field.name}*` : field.name));
  };

  it.each<[FormType, Record<string, string>, string | undefined, string[]]>([
    ['bookademo', { message: 'required' }, undefined, ['name*', 'surname*', 'email*', 'phone*', 'role*', 'company*', 'message*']],
    [
      'bookademo',
      { email: 'hidden', phone: 'hidden', name: 'optional' },
      undefined,
      ['name*', 'surname*', 'email*', 'phone*', 'role*', 'company*'],
    ],
    ['insights_cu', { phone: 'hidden' }, OTHER_ROLE, ['name*', 'surname*', 'email*', 'role*', 'otherRole', 'company*']],
    [
      'generic',
      { role: 'required', netWorth: 'optional', company: 'required' },
      INDEPENDENT_INVESTOR,
      ['name*', 'surname*', 'email*', 'phone*', 'role*', 'netWorth', 'company', 'message*'],
    ],
    [
      'generic',
      { netWorth: 'required', company: 'required' },
      INDEPENDENT_INVESTOR,
      ['name*', 'surname*', 'email*', 'phone*', 'company*', 'message*'],
    ],
    ['portfolios_cu', { phone: 'required', role: 'hidden', company: 'hidden' }, OTHER_ROLE, ['name*', 'surname*', 'email*', 'phone*']],
  ])('of type %s with %o, from role %s, shows %o', (type, asks, role, fields) => {
    expect(asked(type, asks, role)).toEqual(fields);
  });

  it('never leaves out what the specification requires, whatever staff choose', () => {
    const choice = fc.dictionary(
      fc.constantFrom(...Object.keys(contactForms.default.catalogue)),
      fc.constantFrom('hidden', 'optional', 'required', ''),
    );
    fc.assert(
      fc.property(fc.constantFrom(...types), choice, fc.constantFrom(undefined, OTHER_ROLE, INDEPENDENT_INVESTOR), (type, asks, role) => {
        const shipped = asked(type, {}, role).filter((name) => name.endsWith('*'));
        expect(asked(type, asks, role)).toEqual(expect.arrayContaining(shipped));
      }),
    );
  });
});
