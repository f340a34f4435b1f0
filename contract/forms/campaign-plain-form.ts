import { FORM_PAGES } from '../callers.ts';
import type { Changeable } from '../content-fields.ts';
import { contactTexts } from './contact-texts.ts';
import type { Form, FormWords } from './form.ts';
import { inTexts } from './form-words.ts';
import { shippedSaid, shippedWhen, withEveryField, type FieldHints, type PlainForm, type SaidOfForms } from './plain-form.ts';

type CampaignForm = { caller: string; path: string; texts?: Changeable<typeof contactTexts>; when?: FieldHints; said?: SaidOfForms };

/** The form of a campaign page without scripts, which is sent to the address of its caller. */
export function campaignPlainForm(
  form: Form,
  words: FormWords,
  { caller, path, texts = contactTexts, when = shippedWhen, said = shippedSaid }: CampaignForm,
): PlainForm {
  const { successTitle: success, failure } = texts.messages;
  return {
    form: { ...withEveryField(inTexts(form, texts, said.asked), when), ...words },
    action: '',
    paths: { form: path, refused: `${FORM_PAGES}/${caller}`, sent: `${path}/sent` },
    messages: { success, failure, invalid: said.invalid },
  };
}
