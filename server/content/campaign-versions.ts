import { campaignOf } from '../../contract/callers.ts';
import { campaignPage, type CampaignPage } from '../../contract/campaign-page.ts';
import { campaignForm } from '../../contract/forms/campaign.ts';
import type { Words } from '../../contract/content-fields.ts';
import { formPart } from '../../contract/forms/form-parts.ts';
import type { Form } from '../../contract/forms/form.ts';
import type { PlainForm } from '../../contract/forms/plain-form.ts';
import { campaignPlainForm } from '../../contract/forms/campaign-plain-form.ts';
import type { LeadCampaigns } from '../leads/lead-context.ts';
import * as v from 'valibot';
import { jsonColumn } from '../store/json-column.ts';
import type { Tx } from '../store/store.ts';
import type { CampaignVersionRow } from '../store/tables/content-tables.ts';

export type CampaignVersion = Omit<CampaignVersionRow, 'page' | 'drafted_by'> & { page: CampaignPage; draftedBy: readonly string[] };

/** The number of the latest version of any campaign; 0: none. Asked every second by each server. */
export async function latestCampaign(db: Tx): Promise<number> {
  const { last } = await db
    .selectFrom('campaign_versions')
    .select((of) => of.fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Whether a draft's time has come. */
export async function isCampaignDue(db: Tx, now: number): Promise<boolean> {
  const due = await db.selectFrom('campaign_drafts').select('campaign').where('publish_at', '<=', now).limit(1).executeTakeFirst();
  return due !== undefined;
}

/** The latest version of each campaign, removed ones included. */
export async function currentCampaigns(db: Tx): Promise<CampaignVersion[]> {
  const latest = db
    .selectFrom('campaign_versions')
    .select((of) => of.fn.max('number').as('number'))
    .groupBy('campaign');
  const rows = await db.selectFrom('campaign_versions').selectAll().where('number', 'in', latest).orderBy('number', 'desc').execute();
  return rows.map(versionOf);
}

/** The versions of a campaign, the latest first. */
export async function listCampaignVersions(db: Tx, campaign: string): Promise<CampaignVersion[]> {
  const rows = await db
    .selectFrom('campaign_versions')
    .selectAll()
    .where('campaign', '=', campaign)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  return rows.map(versionOf);
}

/** A version of a campaign; without a number, or where there is none of that number, the latest. */
export async function campaignVersion(db: Tx, campaign: string, number?: number): Promise<CampaignVersion | undefined> {
  const of = db.selectFrom('campaign_versions').selectAll().where('campaign', '=', campaign);
  const asked = number === undefined ? undefined : await of.where('number', '=', number).executeTakeFirst();
  const row = asked ?? (await of.orderBy('number', 'desc').limit(1).executeTakeFirst());
  return row && versionOf(row);
}

function versionOf({ page, drafted_by: by, ...row }: CampaignVersionRow): CampaignVersion {
  return { ...row, page: jsonColumn(campaignPage, page), draftedBy: jsonColumn(v.array(v.string()), by) };
}

/** The section of a page with its form. */
export function formSectionOf({ sections }: CampaignPage): CampaignPage['sections'][number] | undefined {
  return sections.find(({ kind }) => kind === 'form');
}

/**
 * The form of a version of a campaign's page; undefined for callers that are no campaign. Where a later version is public, the questions of both
 * versions are optional, so that the form of an earlier page, which somebody may still have open, is not refused.
 */
async function formOfCampaign(db: Tx, caller: string, number: number | undefined): Promise<Form | undefined> {
  const campaign = campaignOf(caller);
  if (campaign === undefined) return undefined;
  const latest = await campaignVersion(db, campaign);
  if (latest === undefined) return undefined;
  const questions = formSectionOf(latest.page)?.questions ?? {};
  if (number === undefined || number === latest.number) return campaignForm(latest.number, questions);
  const asked = await campaignVersion(db, campaign, number);
  const names = Object.keys({ ...questions, ...(asked && formSectionOf(asked.page)?.questions) });
  return campaignForm(asked?.number ?? latest.number, Object.fromEntries(names.map((name) => [name, 'optional'])));
}

/** The plain HTML form of a campaign's latest page, for browsers without scripts. */
async function plainFormOfCampaign(db: Tx, caller: string, words: Words): Promise<PlainForm | undefined> {
  const version = await campaignVersion(db, campaignOf(caller) ?? '');
  const section = version && formSectionOf(version.page);
  if (version === undefined || section === undefined) return undefined;
  const { title = '', intro = '', submit = '' } = section.texts;
  const form = campaignForm(version.number, section.questions ?? {});
  return campaignPlainForm(
    form,
    { title, intro, submit },
    {
      caller,
      path: version.page.path,
      texts: formPart('contactForm', words),
      said: formPart('formWords', words),
    },
  );
}

/** Finds the forms of campaign pages for the routes that take leads. */
export const leadCampaigns: LeadCampaigns = { form: formOfCampaign, plainForm: plainFormOfCampaign };
