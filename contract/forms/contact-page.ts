import type { Consent, Field, Form, FormWords } from './form.ts';
import { contactMessages } from './contact-messages.ts';
import { formTextsOf } from './form-words.ts';
import { byName, emailField, nameField, sized, sizeMessage } from './rules.ts';

const SUBJECT = { min: 3, max: 30 } as const;
const MESSAGE = { min: 30, max: 2000 } as const;

const consent: Consent = {
  purpose: 'message',
  version: '2026-11',
  text: 'By clicking on Submit you agree that we keep your message and your address to answer you, as our privacy policy says.',
};

const catalogue = byName<Field>([
  nameField('name', 'Name', 'name', 'Something wrong in your name'),
  emailField('This is not a valid email'),
  {
    name: 'subject',
    label: 'Subject',
    kind: 'text',
    hint: `${SUBJECT.min} to ${SUBJECT.max} characters.`,
    missing: 'Something wrong in your subject',
    schema: sized(SUBJECT.min, SUBJECT.max, 'Something wrong in your subject'),
  },
  {
    name: 'message',
    label: 'Message',
    kind: 'textarea',
    missing: sizeMessage(MESSAGE.min, MESSAGE.max),
    schema: sized(MESSAGE.min, MESSAGE.max, sizeMessage(MESSAGE.min, MESSAGE.max)),
  },
]);

export const contactPageForm: Form & FormWords = {
  type: 'contacts',
  version: 1,
  title: 'CONTACT US',
  intro: 'Write to us. A person reads every message.',
  submit: 'Submit',
  encoding: 'multipart',
  consent,
  fields: [
    { field: 'name', required: true },
    { field: 'email', required: true },
    { field: 'subject', required: true },
    { field: 'message', required: true },
  ],
  catalogue,
};

export const contactPageMessages = {
  success: 'Request correctly sent! Thank you.',
  failure: 'Something went wrong. Please retry later.',
  invalid: contactMessages.invalid,
  close: 'CLOSE',
} as const;

const { title, intro, submit } = contactPageForm;
const { invalid: _, ...messages } = contactPageMessages;

/** The words of the form, which staff may change. */
export const messageTexts = { title, intro, submit, ...formTextsOf(contactPageForm), messages };
