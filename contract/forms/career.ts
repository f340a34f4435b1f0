import * as v from 'valibot';
import { limits } from '../limits.ts';
import { NEWSLETTER, type Consent, type Field, type FileField, type Form, type FormWords } from './form.ts';
import { formTextsOf } from './form-words.ts';
import { createPdfCheck } from './pdf.ts';
import { byName, emailField, nameField, phoneField, sized, sizeMessage } from './rules.ts';

const MESSAGE = { min: 30, max: 100 } as const;
const PHONE = /^(?=.*\d)\+?[\d-]{5,14}$/;

const recruiting: Consent = {
  purpose: 'recruiting',
  version: '2026-11',
  text:
    'By clicking on Submit you agree that we keep your answers and your CV to assess your application, for as long as our privacy policy ' +
    'says. You can withdraw it at any time.',
};

const newsletter: Consent = {
  purpose: NEWSLETTER,
  version: '2026-11',
  text: 'I would like to receive the newsletter with news and research of the company. I can unsubscribe at any time.',
};

const catalogue = byName<Field>([
  nameField('name', 'Name', 'given-name', 'Something wrong in your name'),
  nameField('lastname', 'Last name', 'family-name', 'Something wrong in your lastname'),
  emailField('This is not a valid email'),
  phoneField({
    missing: 'This is not a valid phone number',
    mend: '5 to 14 digits, with a plus in front if you like: +39 02 12345678.',
    pattern: PHONE,
    dropped: /[\s.()[\]]/g,
  }),
  {
    name: 'message',
    label: 'Message',
    kind: 'textarea',
    hint: `${MESSAGE.min} to ${MESSAGE.max} characters: why you, in a sentence or two.`,
    missing: sizeMessage(MESSAGE.min, MESSAGE.max),
    schema: sized(MESSAGE.min, MESSAGE.max, sizeMessage(MESSAGE.min, MESSAGE.max)),
  },
  {
    name: 'subject',
    label: 'Position',
    kind: 'hidden',
    missing: 'Subject is required',
    schema: sized(1, limits.applicationSubject, 'Subject is required'),
  },
  {
    name: 'accept_newsletter',
    label: newsletter.text,
    kind: 'checkbox',
    missing: 'The newsletter is accepted or not',
    schema: v.picklist(['true', 'false'], 'The newsletter is accepted or not'),
    consent: newsletter,
  },
]);

const cv: FileField = {
  name: 'cv',
  label: 'CV',
  hint: 'A PDF of at most 3 MB.',
  accept: 'application/pdf,.pdf',
  maxBytes: limits.cv,
  messages: {
    missing: 'File is required',
    empty: 'The file is empty',
    type: 'The file is not a PDF',
    size: 'The file is larger than 3 MB',
    protected: 'The PDF is protected: please send a copy without a password',
  },
  check: () => createPdfCheck(limits.cv),
};

/** The application form of /careers and of every position; only the hidden subject differs. */
export const careerForm: Form & FormWords = {
  type: 'career',
  version: 1,
  title: 'Apply now',
  intro: 'Tell us who you are and add your CV.',
  submit: 'Submit',
  encoding: 'multipart',
  consent: recruiting,
  fields: [
    { field: 'name', required: true },
    { field: 'lastname', required: true },
    { field: 'email', required: true },
    { field: 'phone', required: true },
    { field: 'message', required: true },
    { field: 'subject', required: true },
    { field: 'accept_newsletter', required: false },
  ],
  file: cv,
  catalogue,
};

export const noRoomWords = 'We cannot take files just now. Please send it again later: everything you typed is still here.';

/** Shown to the sender of a CV after very many CVs from the same network or domain. */
export const muchSentWords =
  'Very many files have come from your network today. Please send it again in an hour, or from another network: everything you typed is still here.';

export const closedPositionWords = 'This position was closed meanwhile. Look at the open ones, or send us a spontaneous application.';

export const careerMessages = {
  sending: 'Sending data...',
  success: 'Application correctly sent! Thank you.',
  failure: 'Something went wrong. Please retry later.',
  close: 'CLOSE',
} as const;

/** The words of the form, which staff may change. */
export const applicationTexts = { submit: careerForm.submit, ...formTextsOf(careerForm), messages: careerMessages };
