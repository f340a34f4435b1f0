import { campaignRow } from '../../contract/campaign-rendering.ts';
import { campaignForm } from '../../contract/forms/campaign.ts';
import { PLAIN_FORM_ACTION, PLAIN_FORM_ALERT, plainFormMarks } from '../../contract/forms/plain-form.ts';
import { escapeHtml } from '../http/fill-placeholders.ts';
import { formSectionOf } from './campaign-versions.ts';
import type { RenderTask, RenderWith } from './render-thread.ts';

/** Renders campaigns as text, with the marks that the server fills in. */
export const renderCampaignText = (async (_words: unknown, task: RenderTask) => {
  if (task.kind !== 'campaign') throw new Error('nothing is rendered here');
  const { campaign, views } = task;
  const { title, sections } = campaign.page;
  const { fields } = campaignForm(campaign.number, formSectionOf(campaign.page)?.questions ?? {});
  const marks = fields.map(({ field }) => Object.values(plainFormMarks(field)).join(' ')).join(' ');
  return views.map((view) => {
    const form = view === 'refused' ? `${PLAIN_FORM_ALERT} <form action="${PLAIN_FORM_ACTION}">${marks}</form>` : '';
    const html = `<head></head><body><h1>${escapeHtml(title)} ${view} ${campaign.number}</h1>${escapeHtml(JSON.stringify(sections))}${form}`;
    return { path: campaignRow(campaign, view).page.path, html, csp: "default-src 'none'", bytes: html.length };
  });
}) as RenderWith;
