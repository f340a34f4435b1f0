import { shippedCallerWords } from '../../contract/callers.ts';
import { contactTexts as shipped } from '../../contract/forms/contact-texts.ts';
import { declared } from './declared.ts';

/** The words of the dialog's forms and of campaigns' forms. */
export const contactFormWords = declared('contactForm', shipped);

/** The dialog's words, by what is asked for. */
export const callerWords = declared('callerWords', shippedCallerWords);
