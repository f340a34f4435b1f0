import { FORM_PAGES } from '../callers.ts';
import { contactMessages } from './contact-messages.ts';
import type { Form, FormWords } from './form.ts';
import { when } from './plain-form-list.ts';
import { withEveryField, type PlainForm } from './plain-form.ts';

/** The form of a campaign page without scripts, which is sent to the address of its caller. */
export function campaignPlainForm(form: Form, words: FormWords, { caller, path }: { caller: string; path: string }): PlainForm {
  return {
    form: { ...withEveryField(form, when), ...words },
    action: '',
    paths: { form: path, refused: `${FORM_PAGES}/${caller}`, sent: `${path}/sent` },
    messages: { success: contactMessages.successTitle, failure: contactMessages.failure, invalid: contactMessages.invalid },
  };
}
