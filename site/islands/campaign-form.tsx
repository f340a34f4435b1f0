import { useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../contract/api.ts';
import { FORM_PAGES } from '../../contract/callers.ts';
import type { CampaignQuestions } from '../../contract/campaign-page.ts';
import { campaignForm } from '../../contract/forms/campaign.ts';
import { inTexts } from '../../contract/forms/form-words.ts';
import { contactFormWords } from '../content/contact-form.ts';
import { storedAttempts } from '../forms/attempts.ts';
import { DeclaredForm } from '../forms/declared-form.tsx';
import { ResultNotice, TryAgain } from '../forms/notices.tsx';
import { PhoneInput } from '../forms/phone-input.tsx';
import { RequiredLegend } from '../forms/required-legend.tsx';
import { createSubmitForm } from '../forms/submit-form.ts';
import { useForm } from '../forms/use-form.ts';
import { useFormOpened } from '../forms/use-form-opened.ts';
import { pageSetting } from '../frame/page-setting.ts';

type CampaignFormProps = {
  caller: string;
  /** Number of the page's version: the server checks the answers by the questions of that version. */
  number: number;
  questions: CampaignQuestions;
  words: { submit: string; thanksTitle: string; thanksText: string };
};

/** The form of a campaign page. */
export function Component({ caller, number, questions, words }: CampaignFormProps) {
  const [form] = useState(() => inTexts(campaignForm(number, questions), contactFormWords));
  const [submit] = useState(() =>
    createSubmitForm({
      url: `${pageSetting('api')}${apiPaths.form(SITE_PRODUCT, caller)}?asked=${number}`,
      attempts: storedAttempts(form.type, caller),
    }),
  );
  const live = useForm({ form, validateOn: 'submit', submit, draft: form.type, once: true });
  useFormOpened(live.element, caller);
  const received = live.result?.kind === 'received';
  return (
    <DeclaredForm
      live={live}
      words={{ submit: words.submit, sending: contactFormWords.messages.sending, legend: <RequiredLegend /> }}
      label={{ by: 'ask' }}
      consent={form.consent}
      phone={PhoneInput}
      plain={{ method: 'post', action: `${FORM_PAGES}/${caller}?asked=${number}` }}
      notice={
        <ResultNotice
          result={live.result}
          words={{ success: words.thanksTitle, failure: contactFormWords.messages.failure }}
          sent={<p>{words.thanksText}</p>}
          action={!received && <TryAgain />}
        />
      }
    />
  );
}
