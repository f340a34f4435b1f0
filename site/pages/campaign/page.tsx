import { use } from 'react';
import { present } from '../../../contract/checked.ts';
import type { PageRow } from '../../../contract/pages.ts';
import type { CampaignPage } from '../../../contract/campaign-page.ts';
import type { ShownCampaign } from '../../../contract/campaign-rendering.ts';
import { campaignForm } from '../../../contract/forms/campaign.ts';
import { campaignPlainForm } from '../../../contract/forms/campaign-plain-form.ts';
import { contactFormWords } from '../../content/contact-form.ts';
import { formWords as words } from '../../content/forms.ts';
import { when } from '../../content/plain-form.ts';
import { RefusedForm } from '../../forms/refused-form.tsx';
import { RequiredLegend } from '../../forms/required-legend.tsx';
import { FORM_PAGE_TITLE, FormPage } from '../../sections/form-page.tsx';
import { CampaignContext } from '../../sections/shown-campaign.ts';
import { CampaignSections } from './campaign-sections.tsx';

/** A page that staff made, open or closed, and the answers to its form without scripts: thanks, or the form with its errors. */
export function Page({ page: { mode } }: { page: PageRow }) {
  const campaign = present(use(CampaignContext));
  const { page } = campaign;
  if (mode === 'open') return <CampaignSections campaign={campaign} />;
  if (mode === 'refused') return <Refused campaign={campaign} />;
  const { thanksTitle = '', thanksText = '' } = formTexts(page);
  return (
    <FormPage title={mode === 'sent' ? thanksTitle : page.closedTitle}>
      <p>{mode === 'sent' ? thanksText : page.closedText}</p>
      <p>
        <a href="/">{words.home}</a>
      </p>
    </FormPage>
  );
}

function Refused({ campaign: { caller, number, page } }: { campaign: ShownCampaign }) {
  const { title = '', intro = '', submit = '' } = formTexts(page);
  const form = campaignForm(number, page.sections.find(({ kind }) => kind === 'form')?.questions ?? {});
  const declared = campaignPlainForm(
    form,
    { title, intro, submit },
    { caller, path: page.path, texts: contactFormWords, when, said: words },
  );
  return (
    <FormPage title={title} intro={intro}>
      <RefusedForm declared={declared} legend={<RequiredLegend />} label={FORM_PAGE_TITLE} />
    </FormPage>
  );
}

function formTexts({ sections }: CampaignPage): Readonly<Record<string, string>> {
  return sections.find(({ kind }) => kind === 'form')?.texts ?? {};
}
