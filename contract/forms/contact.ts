import type { FormType } from '../callers.ts';
import * as v from 'valibot';
import { isOnlyDialCode } from '../countries.ts';
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

const LETTERS = /^[\p{M} '’-]*\p{L}[\p{L}\p{M} '’-]*$/u;
const PHONE = /^\(?\+?[\s()\-./]*\d[\d\s()\-./]*$/;

/** The fields of the contact modal. Add a field here, and to the forms below that show it. */
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
const company: Use = { field: 'company', required: needsCompany };

/** Fields that everybody has to fill in. */
function required(...fields: readonly string[]): Use[] {
  return fields.map((field) => ({ field, required: true }));
}

function optional(field: string): Use {
  return { field, required: false };
}

function contactForm(type: FormType, version: number, fields: readonly Use[]): Form {
  return { type, version, encoding: 'json', consent, fields, catalogue };
}

export const contactForms: Readonly<Record<FormType, Form>> = {
  bookademo: contactForm('bookademo', 1, [...required('name', 'surname', 'email', 'phone', 'role'), otherRole, netWorth, company]),
  insights_cu: contactForm('insights_cu', 1, [
    ...required('name', 'surname', 'email'),
    optional('phone'),
    ...required('role'),
    otherRole,
    netWorth,
    company,
  ]),
  generic: contactForm('generic', 1, [...required('name', 'surname', 'email', 'phone'), optional('company'), ...required('message')]),
  portfolios_cu: contactForm('portfolios_cu', 1, [
    ...required('name', 'surname', 'email'),
    { field: 'phone', required: false, unchecked: true },
    optional('role'),
    otherRole,
    optional('company'),
  ]),
  default: contactForm('default', 1, Object.keys(catalogue).map(everyField)),
};

/** For callers outside the site: every field of any form is accepted. */
function everyField(field: string): Use {
  const required = ['name', 'surname', 'email'].includes(field);
  if (field === 'otherRole') return { field, required, shown: isOther };
  return field === 'netWorth' ? { field, required, shown: isIndependent, kept: true } : { field, required };
}

function line(what: string, message: string, pattern?: RegExp): v.GenericSchema<string, string> {
  const bounded = v.pipe(v.string(), v.maxLength(limits.line, `The ${what} must be at most ${limits.line} characters`));
  return pattern === undefined ? bounded : v.pipe(bounded, v.regex(pattern, message));
}

function byName(fields: Field[]): Record<string, Field> {
  return Object.fromEntries(fields.map((field) => [field.name, field]));
}
