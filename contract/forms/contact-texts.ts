import { contactMessages } from './contact-messages.ts';
import { contactForms } from './contact.ts';
import { formTextsOf } from './form-words.ts';

const { invalid: _, ...messages } = contactMessages;

/** The words of the contact dialog's forms, which staff may change. Campaign pages have them as well. */
export const contactTexts = {
  ...formTextsOf(contactForms.default),
  messages,
};
