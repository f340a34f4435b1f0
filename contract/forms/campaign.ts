import { present } from '../checked.ts';
import type { CampaignQuestions } from '../campaign-page.ts';
import { contactForms } from './contact.ts';
import type { Form, Use } from './form.ts';

/** Every question that a campaign's page may ask, to read what its leads answered. */
export const anyCampaignForm: Form = { ...contactForms.default, type: 'campaign' };

/** The form of a campaign page, with the questions that it asks. @param version the published version of the page */
export function campaignForm(version: number, asked: CampaignQuestions): Form {
  const role = asked.role === undefined ? [] : [asksFor('role', asked), declaredUse('otherRole')];
  const netWorth =
    asked.netWorth === undefined || asked.role === undefined ? [] : [{ ...declaredUse('netWorth'), ...asksFor('netWorth', asked) }];
  // Independent investors have no company.
  const company = asked.company === 'required' && asked.role !== undefined ? [declaredUse('company')] : [];
  return {
    ...anyCampaignForm,
    version,
    fields: [
      ...['name', 'surname', 'email'].map((field): Use => ({ field, required: true })),
      ...plain('phone', asked),
      ...role,
      ...netWorth,
      ...(company.length > 0 ? company : plain('company', asked)),
      ...plain('message', asked),
    ],
  };
}

function plain(field: keyof CampaignQuestions, asked: CampaignQuestions): Use[] {
  return asked[field] === undefined ? [] : [asksFor(field, asked)];
}

function asksFor(field: keyof CampaignQuestions, asked: CampaignQuestions): Use {
  return { field, required: asked[field] === 'required' };
}

/** When the form of a demo shows and requires a field. */
function declaredUse(name: string): Use {
  return present(contactForms.bookademo.fields.find(({ field }) => field === name));
}
