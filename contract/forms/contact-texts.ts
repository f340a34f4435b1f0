import { contactMessages } from './contact-messages.ts';
import { contactForms } from './contact.ts';
import { formTextsOf } from './form-words.ts';

const { invalid: _, ...messages } = contactMessages;

const { default: every, ...forms } = contactForms;
const questions = Object.fromEntries(Object.values(forms).map((form) => [form.type, form.questions ?? {}]));

/** The words of the contact dialog's forms, which staff may change. Campaign pages have them as well. */
export const contactTexts = {
  questions,
  ...formTextsOf(every),
  messages,
};
