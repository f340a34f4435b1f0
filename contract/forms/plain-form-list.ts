import { apiPaths, SITE_PRODUCT } from '../api.ts';
import { FORM_PAGES } from '../callers.ts';
import { dialogFormPaths, PLAIN_FORM_WORDS, plainFormPaths, type DialogFormType } from '../form-pages.ts';
import { careerForm, careerMessages } from './career.ts';
import { contactMessages } from './contact-messages.ts';
import { contactForms, OTHER_ROLE } from './contact.ts';
import { contactPageForm, contactPageMessages } from './contact-page.ts';
import { withEveryField, type PlainForm } from './plain-form.ts';
import { reportForm, reportMessages } from './report.ts';

export const contactPlainForm: PlainForm = {
  form: contactPageForm,
  action: apiPaths.contacts,
  paths: plainFormPaths.contacts,
  messages: contactPageMessages,
};

export const reportPlainForm: PlainForm = {
  form: withEveryField(reportForm),
  action: apiPaths.reports(SITE_PRODUCT),
  paths: plainFormPaths.report,
  messages: reportMessages,
};

export const applicationPlainForm: PlainForm = {
  form: withEveryField(careerForm),
  action: apiPaths.applications,
  paths: plainFormPaths.application,
  messages: { ...careerMessages, invalid: contactMessages.invalid },
};

/** Hints that replace the dialog's showing and hiding of fields. */
export const when = {
  otherRole: `Only where you chose ${OTHER_ROLE} above.`,
  netWorth: 'Of independent investors only, who have to choose one.',
  company: 'Required, unless you are an independent investor.',
} as const;

/** A form of the dialog as a page, with the caller's words. It is sent to the address of that page. */
export function dialogPlainForm(type: DialogFormType, caller?: string): PlainForm {
  const { refused, sent } = dialogFormPaths[type];
  return {
    form: { ...withEveryField(contactForms[type], when), ...PLAIN_FORM_WORDS },
    action: '',
    paths: { form: `${FORM_PAGES}/${caller}`, refused, sent },
    messages: { success: contactMessages.successTitle, failure: contactMessages.failure, invalid: contactMessages.invalid },
  };
}
