import { sql } from 'kysely';
import type { Attribution } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { purposeWords } from '../../contract/desk/agreement-words.ts';
import type { DeskLead, DeskLeadEvent, DeskLeadPage, LeadSection } from '../../contract/desk/lead-facts.ts';
import { fromWire, type Answers } from '../../contract/forms/form.ts';
import { countryOfPhone } from '../../contract/phone-country.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadWorkRow } from '../store/tables/work-tables.ts';
import { jsonObject } from '../store/json-column.ts';
import type { LeadEventRow, LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { selectConsents } from '../leads/consents/consent-records.ts';
import { answersOf, attributionOf, readable, requestOf, sectionOf, formOfLead } from '../leads/lead-columns.ts';
import { findLead, fullName, leadKinds } from '../leads/lead-repository.ts';
import { removalOf } from '../leads/lead-retention.ts';
import { workOf } from './lead-work.ts';
import { countMarkedWith } from './mark-spam.ts';
import { mailRefusal } from './mail-refusal.ts';

/** Leads as the list shows them, in the order of the ids; leads that no longer exist are left out. */
export async function readDeskLeads(db: Tx, ids: readonly string[]): Promise<DeskLead[]> {
  return (await readStoredLeads(db, ids)).map(({ shown }) => shown);
}

/** The same, each with its stored row. */
export async function readStoredLeads(db: Tx, ids: readonly string[]): Promise<{ shown: DeskLead; stored: LeadRow }[]> {
  if (ids.length === 0) return [];
  const leads = await db.selectFrom('leads').selectAll().where('id', 'in', ids).execute();
  const works = await db.selectFrom('lead_work').selectAll().where('lead_id', 'in', ids).execute();
  const byId = new Map(leads.map((lead) => [lead.id, readable(lead)]));
  const workById = new Map(works.map((work) => [work.lead_id, work]));
  return ids.flatMap((id) => {
    const lead = byId.get(id);
    return lead === undefined ? [] : [{ shown: deskLead(lead, workById.get(id)), stored: lead }];
  });
}

/** Other submissions of the mailbox that a lead's page lists at most. */
const OTHERS = 50;

/**
 * Reads everything on a lead's page.
 * @param sections those that the reader may see: only their submissions are listed as others of the mailbox
 */
export async function readLeadPage(
  { db, settings, now }: { db: Tx; settings: Settings; now: number },
  id: string,
  sections: readonly LeadSection[],
): Promise<DeskLeadPage | undefined> {
  const found = await findLead(db, id);
  if (found === undefined) return undefined;
  const lead = readable(found);
  const [row] = await readDeskLeads(db, [id]);
  const consents = await selectConsents(db).selectAll().where('lead_id', '=', id).orderBy('at').orderBy('id').execute();
  const events = await db.selectFrom('lead_events').selectAll().where('lead_id', '=', id).orderBy('at').orderBy('id').execute();
  return {
    ...present(row),
    product: lead.product,
    verifiedAt: lead.verified_at,
    spamReason: lead.spam_reason,
    markedWith: lead.suspected_spam === 1 ? await countMarkedWith(db, id) : 0,
    mailRefusal: (await mailRefusal(db, settings, lead)) ?? null,
    answers: shownAnswers(lead),
    attribution: shownAttribution(attributionOf(lead)),
    consents: consents.map(({ at, action, purpose, text_version: version, text, page }) => ({ at, action, purpose, version, text, page })),
    timeline: events.map(shownEvent),
    ...(await othersOf(db, lead, sections)),
    removal: await removalOf(db, { settings, now }, id),
  };
}

function deskLead(lead: LeadRow, work: LeadWorkRow | undefined): DeskLead {
  const answers = answersOf(lead);
  const { utm } = attributionOf(lead);
  return {
    id: lead.id,
    section: sectionOf(lead.kind),
    name: fullName(lead),
    email: lead.email,
    company: answers.company ?? '',
    request: requestOf(lead).request,
    form: lead.form,
    caller: lead.caller,
    campaign: utm?.campaign ?? null,
    country: countryOfPhone(answers.phone ?? '') ?? null,
    createdAt: lead.created_at,
    changedAt: Math.max(lead.created_at, lead.verified_at ?? 0, work?.changed_at ?? 0),
    verified: lead.status === 'verified',
    suspectedSpam: lead.suspected_spam === 1,
    sample: lead.sample === 1,
    ...workOf('lead', work),
  };
}

/**
 * A lead's answers in the order of its form, with the labels and options as it was asked, and without hidden fields. Names that the form does not have are shown
 * as they are.
 */
export function shownAnswers(lead: LeadRow): DeskLeadPage['answers'] {
  const stored = answersOf(lead);
  const form = formOfLead(lead);
  if (form === undefined) return Object.entries(stored).map(([name, value]) => ({ name, label: name, value }));
  const answers = fromWire(form, stored) as Answers;
  const order = form.fields.map(({ field }) => field);
  const names = [...order, ...Object.keys(answers).filter((name) => !order.includes(name))];
  return names.flatMap((name) => {
    const value = answers[name];
    const field = Object.hasOwn(form.catalogue, name) ? form.catalogue[name] : undefined;
    if (value === undefined || field?.kind === 'hidden') return [];
    const shown =
      field?.kind === 'checkbox' ? (value === 'true' ? 'Yes' : 'No') : field?.options?.find((option) => option.value === value)?.label;
    // The label of a consent is its whole text, so its purpose is shown instead.
    const label = field?.consent === undefined ? (field?.label ?? name) : purposeWords(field.consent.purpose);
    return [{ name, label, value: (shown ?? value).trim() }];
  });
}

/** The visitor id is left out: it is for other programs, and nothing can be looked up by it at the desk. */
function shownAttribution({ utm = {}, ...rest }: Attribution): DeskLeadPage['attribution'] {
  const named = Object.entries(utm).map(([name, value]) => [`utm_${name}`, value] as const);
  const own = Object.entries(rest).filter(([name]) => name !== 'visitorId');
  return [...own, ...named].flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []));
}

function shownEvent({ id, at, kind, actor, detail }: LeadEventRow): DeskLeadEvent {
  const { text = null, mentions = [], ...more } = jsonObject(detail) as { text?: string; mentions?: string[] };
  return { id, at, kind, actor, text, mentions, detail: more };
}

async function othersOf(db: Tx, lead: LeadRow, sections: readonly LeadSection[]): Promise<Pick<DeskLeadPage, 'others' | 'othersLeftOut'>> {
  const kinds = leadKinds.filter((kind) => sections.includes(sectionOf(kind)));
  const of = db.selectFrom('leads').where('email_key', '=', lead.email_key).where('id', '!=', lead.id).where('kind', 'in', kinds);
  const rows = await of.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(OTHERS).execute();
  const all = rows.length < OTHERS ? rows.length : (await of.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n;
  const others = await readDeskLeads(
    db,
    rows.map(({ id }) => id),
  );
  return {
    others: others.map(({ id, section, request, createdAt, verified, suspectedSpam, state }) => ({
      id,
      section,
      request,
      createdAt,
      verified,
      suspectedSpam,
      state,
    })),
    othersLeftOut: all - rows.length,
  };
}
