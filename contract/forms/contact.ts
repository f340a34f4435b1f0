import type { FormType } from '../callers.ts';
import * as v from 'valibot';
import { isOnlyDialCode } from '../countries.ts';
import type { Questions, QuestionUse } from '../content-fields.ts';
import { limits } from '../limits.ts';
import { internationalPhone } from '../phone-number.ts';
import { EMAIL } from './email.ts';
import type { Answers, Consent, Field, Form, Use } from './form.ts';

export const INDEPENDENT_INVESTOR = "I'm an HNWI - Independent Investor";
export const OTHER_ROLE = 'Other';

const roles = [
  'Asset Manager',
  'Portfolio Manager',
  'Prop Trader',
  'Hedge Fund Manager',
  'Family Office',
  'Wealth Manager',
  'Financial Advisor',
  OTHER_ROLE,
  INDEPENDENT_INVESTOR,
];

/** Values and labels contradict each other, as the company specified them; the value is sent and stored. */
const netWorths = [
  { value: '10M+', label: '> 10,000,000 €' },
  { value: '500K-1M', label: '5,000,000 - 10,000,000 €' },
  { value: '200K-500K', label: '1,000,000 - 5,000,000 €' },
  { value: '100K-200K', label: '500,000 - 1,000,000 €' },
  { value: '<500K', label: '< 500,000 €' },
];

// The two joiners (U+200C, U+200D) are parts of words in some scripts, and Word's hyphens (U+2010, U+2011) are hyphens: taken only between letters.
const LETTERS =
  /^[\p{M} '’-]*\p{L}[\p{L}\p{M}]*(?:[\u200d\u200c\u2010\u2011]\p{L}[\p{L}\p{M}]*)*(?:[ '’-](?:[\p{L}\p{M}]+(?:[\u200d\u200c\u2010\u2011]\p{L}[\p{L}\p{M}]*)*)?)*$/u;
const PHONE = /^\(?\+?[\s()\-./]*\d[\d\s()\-./]*$/;

/** The fields of the contact modal. Add a field here, and to the forms below that ask for it: `open` where staff decide whether they do. */
const catalogue: Record<string, Field> = byName([
  {
    name: 'name',
    label: 'Name',
    kind: 'text',
    autocomplete: 'given-name',
    missing: 'The name must contain only letters, spaces, hyphens, or apostrophes',
    schema: line('name', 'The name must contain only letters, spaces, hyphens, or apostrophes', LETTERS),
  },
  {
    name: 'surname',
    label: 'Surname',
    kind: 'text',
    autocomplete: 'family-name',
    missing: 'The surname must contain only letters, spaces, hyphens, or apostrophes',
    schema: line('surname', 'The surname must contain only letters, spaces, hyphens, or apostrophes', LETTERS),
  },
  {
    name: 'email',
    label: 'Email',
    kind: 'email',
    autocomplete: 'email',
    missing: 'Invalid email address',
    mend: 'Write it as name@company.com.',
    schema: v.pipe(v.string(), v.maxLength(limits.email, 'Invalid email address'), v.regex(EMAIL, 'Invalid email address')),
  },
  {
    name: 'phone',
    label: 'Phone',
    kind: 'tel',
    autocomplete: 'tel',
    missing: 'Invalid phone number',
    mend: 'Write it with the code of its country and area: +39 02 1234567.',
    isEmpty: isOnlyDialCode,
    normalise: internationalPhone,
    schema: v.pipe(v.string(), v.maxLength(limits.phone, 'Invalid phone number'), v.regex(PHONE, 'Invalid phone number')),
  },
  {
    name: 'role',
    label: 'Role',
    kind: 'select',
    placeholder: 'Select your role',
    options: roles.map((role) => ({ value: role, label: role })),
    missing: 'The role is required',
    schema: v.picklist(roles, 'The role is required'),
  },
  {
    name: 'otherRole',
    label: 'Other role',
    kind: 'text',
    autocomplete: 'organization-title',
    missing: 'The role is required',
    within: { field: 'role', value: OTHER_ROLE },
    schema: v.pipe(v.string(), v.maxLength(limits.otherRole, `The role must be at most ${limits.otherRole} characters`)),
  },
  {
    name: 'netWorth',
    label: 'Net worth',
    kind: 'select',
    placeholder: 'Select net your worth',
    options: netWorths,
    missing: 'The net worth is required',
    schema: v.picklist(
      netWorths.map((option) => option.value),
      'The net worth is required',
    ),
  },
  {
    name: 'company',
    label: 'Company',
    kind: 'text',
    autocomplete: 'organization',
    missing: 'The company is required',
    schema: line('company', 'The company is required'),
  },
  {
    name: 'message',
    label: 'Your request',
    kind: 'textarea',
    missing: 'The request text is required',
    schema: v.pipe(v.string(), v.maxLength(limits.message, `The request text must be at most ${limits.message} characters`)),
  },
]);

/** Every contact form passes its answers to the e-mail marketing platform once the address is verified. */
const consent: Consent = {
  purpose: 'marketing',
  version: '2026-11-2',
  text:
    'By sending this form you agree that we keep your data to answer your request and, once you have verified your email address, ' +
    'pass it to our email marketing platform, which processes it under its own privacy policy. You can withdraw at any time.',
};

const isOther = (answers: Answers) => answers.role === OTHER_ROLE;
const isIndependent = (answers: Answers) => answers.role === INDEPENDENT_INVESTOR;
const needsCompany = (answers: Answers) => !isIndependent(answers);

const otherRole: Use = { field: 'otherRole', required: false, shown: isOther };
const netWorth: Use = { field: 'netWorth', required: true, shown: isIndependent };
const openNetWorth = open('netWorth', 'hidden', { shown: isIndependent });
const company: Use = { field: 'company', required: needsCompany };

type OpenUse = Use & { question?: QuestionUse };

/** Fields that everybody has to fill in. */
function required(...fields: readonly string[]): Use[] {
  return fields.map((field) => ({ field, required: true }));
}

/** A field that staff may leave out, show or require. @param question as it ships */
function open(field: string, question: QuestionUse, more?: Partial<Use>): OpenUse {
  return { field, required: false, question, ...more };
}

function contactForm(type: FormType, version: number, uses: readonly OpenUse[]): Form {
  const questions = Object.fromEntries(uses.flatMap(({ field, question }) => (question ? [[field, question]] : [])));
  const fieldsFor = (asked: Questions = questions) => usesFor(uses, asked);
  return { type, version, encoding: 'json', consent, fields: fieldsFor(), catalogue, questions, fieldsFor };
}

/** The fields of a form, by how it asks each question; a question that is not named is not asked. */
function usesFor(uses: readonly OpenUse[], questions: Questions): Use[] {
  const asked = uses.filter(({ field, question }) => question === undefined || (questions[field] ?? 'hidden') !== 'hidden');
  const hasRole = asked.some(({ field }) => field === 'role');
  // A field that only some roles are shown is left out where the role is not asked.
  return asked.flatMap(({ question, ...use }) => {
    if (use.shown && !hasRole) return [];
    if (!question) return [use];
    const isRequired = questions[use.field] === 'required';
    // Independent investors have no company.
    return [{ ...use, required: isRequired && hasRole && use.field === 'company' ? needsCompany : isRequired }];
  });
}

export const contactForms: Readonly<Record<FormType, Form>> = {
  bookademo: contactForm('bookademo', 1, [
    ...required('name', 'surname', 'email', 'phone', 'role'),
    otherRole,
    netWorth,
    company,
    open('message', 'hidden'),
  ]),
  insights_cu: contactForm('insights_cu', 1, [
    ...required('name', 'surname', 'email'),
    open('phone', 'optional'),
    ...required('role'),
    otherRole,
    netWorth,
    company,
    open('message', 'hidden'),
  ]),
  generic: contactForm('generic', 1, [
    ...required('name', 'surname', 'email', 'phone'),
    open('role', 'hidden'),
    otherRole,
    openNetWorth,
    open('company', 'optional'),
    ...required('message'),
  ]),
  portfolios_cu: contactForm('portfolios_cu', 1, [
    ...required('name', 'surname', 'email'),
    open('phone', 'optional', { unchecked: true }),
    open('role', 'optional'),
    otherRole,
    openNetWorth,
    open('company', 'optional'),
    open('message', 'hidden'),
  ]),
  default: contactForm('default', 1, Object.keys(catalogue).map(everyField)),
};

/** For callers outside the site, whose forms may ask everything. */
function everyField(field: string): OpenUse {
  if (['name', 'surname', 'email'].includes(field)) return { field, required: true };
  return field === 'otherRole' ? otherRole : open(field, 'optional', field === 'netWorth' ? { shown: isIndependent, kept: true } : {});
}

function line(what: string, message: string, pattern?: RegExp): v.GenericSchema<string, string> {
  const bounded = v.pipe(v.string(), v.maxLength(limits.line, `The ${what} must be at most ${limits.line} characters`));
  return pattern === undefined ? bounded : v.pipe(bounded, v.regex(pattern, message));
}

function byName(fields: Field[]): Record<string, Field> {
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}
