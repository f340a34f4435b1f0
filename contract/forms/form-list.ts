import { anyCampaignForm } from './campaign.ts';
import { careerForm } from './career.ts';
import { contactForms } from './contact.ts';
import { contactPageForm } from './contact-page.ts';
import type { Form } from './form.ts';
import { reportForm } from './report.ts';

export const forms: Readonly<Record<string, Form>> = {
  ...contactForms,
  [anyCampaignForm.type]: anyCampaignForm,
  [careerForm.type]: careerForm,
  [contactPageForm.type]: contactPageForm,
  [reportForm.type]: reportForm,
};
