import type { Caller } from '../callers.ts';
import { shippedCallerWords } from '../callers.ts';
import { withWords, type Changeable, type Words } from '../content-fields.ts';
import { shippedRequestWords } from '../request-words.ts';
import { applicationTexts } from './career.ts';
import { messageTexts } from './contact-page.ts';
import { contactTexts } from './contact-texts.ts';
import { forms } from './form-list.ts';
import type { Form } from './form.ts';
import { inTexts, type FormTexts } from './form-words.ts';
import { shippedSaid, shippedWhen } from './plain-form.ts';
import { reportTexts } from './report.ts';

/** The words of forms that staff may change, by part of the content, as they ship. */
export const shippedFormParts = {
  contactForm: contactTexts,
  messageForm: messageTexts,
  reportForm: reportTexts,
  applicationForm: applicationTexts,
  callerWords: shippedCallerWords,
  requestWords: shippedRequestWords,
  plainForm: { when: shippedWhen },
  formWords: shippedSaid,
} as const;

type Parts = typeof shippedFormParts;

/** A part of the forms' words, as staff changed it. */
export function formPart<Part extends keyof Parts>(part: Part, words: Words): Changeable<Parts[Part]> {
  return withWords(part, shippedFormParts[part], words) as Changeable<Parts[Part]>;
}

/** Path of the version in which the words of questions (`isAskedPath`) last changed. A number that the server sets, not a field for staff. */
export const ASKED_VERSION = 'formWords.asked';

/** The part with the words of a form's questions. */
function partOf(type: string): 'contactForm' | 'messageForm' | 'reportForm' | 'applicationForm' {
  if (type === 'contacts') return 'messageForm';
  if (type === 'report') return 'reportForm';
  return type === 'career' ? 'applicationForm' : 'contactForm';
}

/** Whether the words at a path belong to the questions of a form: its answers are read with these words. */
export function isAskedPath(path: string): boolean {
  return /^(?:contact|message|report|application)Form\./.test(path);
}

/** Whether visitors agree to the words at a path: a change of these always needs a second person to publish it. */
export function isConsentPath(path: string): boolean {
  return /^(?:consentWords\.|\w+Form\.consent$)/.test(path) || consentLabels.has(path);
}

/** Paths of the checkboxes' labels that are the text of a consent. */
const consentLabels: ReadonlySet<string> = new Set(
  Object.values(forms).flatMap(({ type, catalogue }) =>
    Object.values(catalogue).flatMap(({ name, consent }) => (consent === undefined ? [] : [`${partOf(type)}.fields.${name}.label`])),
  ),
);

/** A form in the words that staff published. */
export function formIn<F extends Form>(form: F, words: Words): F {
  const texts: FormTexts = formPart(partOf(form.type), words);
  return inTexts(form, texts, Number(words[ASKED_VERSION] ?? 0));
}

/** The words of its form and its request that a lead stores: those that staff had changed. */
export function askedWords(type: string, asks: Caller['asks'] | 'report' | undefined, { asked, now }: { asked: Words; now: Words }): Words {
  const part = partOf(type);
  const fields = Object.entries(asked).filter(
    ([path]) => path.startsWith(`${part}.fields.`) || path.startsWith(`${part}.questions.${type}.`),
  );
  const request = Object.entries(now).filter(([path]) => asks !== undefined && path.startsWith(`requestWords.${asks}.`));
  return Object.fromEntries([...fields, ...request]);
}
