import { apiPaths, SITE_PRODUCT } from '../api.ts';
import { FORM_PAGES } from '../callers.ts';
import type { Changeable } from '../content-fields.ts';
import { dialogFormPaths, PLAIN_FORM_WORDS, plainFormPaths, type DialogFormType } from '../form-pages.ts';
import { applicationTexts, careerForm } from './career.ts';
import { contactForms } from './contact.ts';
import { contactPageForm, messageTexts } from './contact-page.ts';
import { contactTexts } from './contact-texts.ts';
import { inTexts } from './form-words.ts';
import { shippedSaid, shippedWhen, withEveryField, type FieldHints, type PlainForm, type SaidOfForms } from './plain-form.ts';
import { reportForm, reportTexts } from './report.ts';

/** The form of the contact page. @param texts as staff changed them */
export function messagePlainForm(texts: Changeable<typeof messageTexts> = messageTexts, said = shippedSaid): PlainForm {
  const { title, intro, submit, messages } = texts;
  return {
    form: { ...inTexts(contactPageForm, texts, said.asked), title, intro, submit },
    action: apiPaths.contacts,
    paths: plainFormPaths.contacts,
    messages: { ...messages, invalid: said.invalid },
  };
}

/** The form of the report page. @param texts as staff changed them */
export function reportPlainForm(texts: Changeable<typeof reportTexts> = reportTexts, said = shippedSaid): PlainForm {
  return {
    form: { ...withEveryField(inTexts(reportForm, texts, said.asked)), submit: texts.submit },
    action: apiPaths.reports(SITE_PRODUCT),
    paths: plainFormPaths.report,
    messages: { ...texts.messages, invalid: said.invalid },
  };
}

/** The form for an application. @param texts as staff changed them */
export function applicationPlainForm(texts: Changeable<typeof applicationTexts> = applicationTexts, said = shippedSaid): PlainForm {
  return {
    form: { ...withEveryField(inTexts(careerForm, texts, said.asked)), submit: texts.submit },
    action: apiPaths.applications,
    paths: plainFormPaths.application,
    messages: { ...texts.messages, invalid: said.invalid },
  };
}

type DialogForm = { caller?: string; texts?: Changeable<typeof contactTexts>; when?: FieldHints; said?: SaidOfForms };

/** A form of the dialog as a page, with the caller's words. It is sent to the address of that page. */
export function dialogPlainForm(
  type: DialogFormType,
  { caller, texts = contactTexts, when = shippedWhen, said = shippedSaid }: DialogForm = {},
): PlainForm {
  const { refused, sent } = dialogFormPaths[type];
  const { successTitle: success, failure } = texts.messages;
  return {
    form: { ...withEveryField(inTexts(contactForms[type], texts, said.asked), when), ...PLAIN_FORM_WORDS },
    action: '',
    paths: { form: `${FORM_PAGES}/${caller}`, refused, sent },
    messages: { success, failure, invalid: said.invalid },
  };
}
