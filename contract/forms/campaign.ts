import type { CampaignQuestions } from '../campaign-page.ts';
import { contactForms } from './contact.ts';
import type { Form } from './form.ts';

const { fieldsFor, ...every } = contactForms.default;

/** Every question that a campaign's page may ask, to read what its leads answered. */
export const anyCampaignForm: Form = { ...every, type: 'campaign' };

/** The form of a campaign page, with the questions that it asks. @param version the published version of the page */
export function campaignForm(version: number, asked: CampaignQuestions): Form {
  const fields = fieldsFor?.(asked) ?? [];
  // What a visitor is not shown is not taken either.
  return { ...anyCampaignForm, version, fields: fields.map((use) => ({ ...use, kept: false })) };
}
