import * as v from 'valibot';
import { limits } from '../limits.ts';
import type { Consent, Field, Form, FormWords } from './form.ts';
import { contactMessages } from './contact-messages.ts';
import { formTextsOf } from './form-words.ts';
import { byName, emailField, nameField, phoneField, words } from './rules.ts';

const PHONE = /^(?=.*\d)\+?[\d ()-]{5,20}$/;

const consent: Consent = {
  purpose: 'marketing',
  version: '2026-11',
  text: 'By clicking on Submit you agree to receive group updates.',
};

const catalogue = byName<Field>([
  nameField('name', 'Name', 'given-name', 'Something wrong in your name'),
  nameField('lastname', 'Last name', 'family-name', 'Something wrong in your last name'),
  {
    name: 'company',
    label: 'Company',
    kind: 'text',
    autocomplete: 'organization',
    missing: 'Something wrong in your company',
    mend: 'Letters, apostrophes and hyphens only, at least two in each word: “Three-M” for 3M, “JP Morgan” for J.P. Morgan.',
    schema: words('Something wrong in your company'),
  },
  phoneField({
    missing: 'This is not a valid phone number',
    mend: '5 to 20 digits, with a plus in front if you like: +39 02 1234567.',
    pattern: PHONE,
    dropped: /[./]/g,
  }),
  emailField('This is not a valid email', 'Write it as name@company.com.'),
  {
    name: 'uuid',
    label: 'Visitor',
    kind: 'hidden',
    missing: 'The visitor has no id',
    schema: v.pipe(v.string(), v.maxLength(limits.attributionText, 'The id of the visitor is too long')),
  },
]);

/** The form of /getreport. Its hidden `uuid` is the visitor id; a request without one is accepted. */
export const reportForm: Form & FormWords = {
  type: 'report',
  version: 1,
  title: 'Request the performance report',
  intro: 'Verify your email address, and the report opens.',
  submit: 'Submit',
  encoding: 'multipart',
  consent,
  fields: [
    { field: 'name', required: true },
    { field: 'lastname', required: true },
    { field: 'company', required: true },
    { field: 'phone', required: true },
    { field: 'email', required: true },
    { field: 'uuid', required: false },
  ],
  catalogue,
};

export const reportMessages = {
  success: 'Request correctly sent! Please check your mailbox to complete the request. Thank you.',
  failure: 'Something went wrong. Please retry later.',
  invalid: contactMessages.invalid,
} as const;

const { invalid: _, ...messages } = reportMessages;

/** The words of the form, which staff may change. */
export const reportTexts = { submit: reportForm.submit, ...formTextsOf(reportForm), messages };

export const REPORT_LANDING = '/downloads/pro';
