import { apiPaths, SITE_PRODUCT } from '../api.ts';
import { plainFormPaths } from '../pages.ts';
import { contactPageForm, contactPageMessages } from './contact-page.ts';
import type { PlainForm } from './plain-form.ts';
import { reportForm, reportMessages } from './report.ts';

export const contactPlainForm: PlainForm = {
  form: contactPageForm,
  action: apiPaths.contacts,
  paths: plainFormPaths.contacts,
  messages: contactPageMessages,
};

export const reportPlainForm: PlainForm = {
  form: reportForm,
  action: apiPaths.reports(SITE_PRODUCT),
  paths: plainFormPaths.report,
  messages: reportMessages,
};
