import * as v from 'valibot';
import { envelopeSchema, type Attribution } from '../../contract/api.ts';
import {
  REPORT_SOURCE,
  type NamedAbout,
  callerFor,
  callerSource,
  campaignName,
  campaignOf,
  readAbout,
  type LeadTopic,
} from '../../contract/callers.ts';
import { BY_HAND, BY_HAND_WORDS } from '../../contract/desk/by-hand.ts';
import type { LeadOrigin } from '../../contract/desk/lead-origins.ts';
import { leadSections, type LeadSection } from '../../contract/desk/lead-facts.ts';
import { mayUse, type Permission, type Role } from '../../contract/desk/roles.ts';
import type { Answers, Form } from '../../contract/forms/form.ts';
import { jsonColumn, jsonObject } from '../store/json-column.ts';
import type { LeadEventRow, LeadRow } from '../store/tables/lead-tables.ts';
import { formIn, formPart } from '../../contract/forms/form-parts.ts';
import { CAMPAIGN_SOURCE, requestWords, type RequestWords } from '../../contract/request-words.ts';
import type { Words } from '../../contract/content-fields.ts';
import { forms } from '../../contract/forms/form-list.ts';

const wordsSchema = v.record(v.string(), v.union([v.string(), v.number()]));
const answersSchema = v.record(v.string(), v.string());
const { attribution, about } = envelopeSchema.entries;
const attributionSchema = v.looseObject(attribution.wrapped.entries);
const aboutSchema = v.object({ ...about.wrapped.entries, name: v.string() });

/** Fields in the details of history entries; each kind of entry has some of them. */
const detailSchema = v.looseObject({
  from: v.nullish(v.string()),
  to: v.nullish(v.string()),
  reason: v.nullish(v.string()),
  paper: v.optional(v.string()),
  purpose: v.optional(v.string()),
  suspectedSpam: v.optional(v.unknown()),
});

/** @throws when the column cannot be parsed, like the other readers here */
export function answersOf({ answers }: Pick<LeadRow, 'answers'>): Answers {
  return jsonColumn(answersSchema, answers);
}

export function attributionOf({ attribution }: Pick<LeadRow, 'attribution'>): Attribution {
  return jsonColumn(attributionSchema, attribution);
}

function namedAboutIn(column: string): NamedAbout {
  return jsonColumn(aboutSchema, column);
}

export function eventDetailOf({ detail }: Pick<LeadEventRow, 'detail'>): v.InferOutput<typeof detailSchema> {
  return jsonColumn(detailSchema, detail);
}

/** Replaces columns that cannot be parsed by empty ones, so that one broken row does not fail a whole list. */
export function readable<Row extends Pick<LeadRow, 'answers'> & Partial<Pick<LeadRow, 'attribution' | 'about'>>>(lead: Row): Row {
  const { answers, attribution: source, about: topic } = lead;
  const texts = Object.entries(jsonObject(answers)).filter(([, value]) => typeof value === 'string');
  return {
    ...lead,
    answers: JSON.stringify(Object.fromEntries(texts)),
    ...(source !== undefined && !v.is(attributionSchema, jsonObject(source)) && { attribution: '{}' }),
    ...(topic && !v.is(aboutSchema, jsonObject(topic)) && { about: null }),
  };
}

type Asked = Pick<LeadRow, 'kind' | 'caller' | 'about' | 'asked'>;

/** What the sender asked for, in the site's words of then, and where on the site. Contains nothing that anybody typed. */
export function requestOf(lead: Asked): RequestWords & { source: string } {
  const said = lead.asked === null ? undefined : formPart('requestWords', askedOf(lead));
  if (lead.kind === 'report') return { ...requestWords('report', undefined, said), source: REPORT_SOURCE };
  if (lead.kind === 'message') return { ...elsewhere, request: 'Message', source: 'Contact page' };
  if (lead.kind === 'application') return { ...elsewhere, request: 'Application', source: 'Careers or a position' };
  if (lead.caller === BY_HAND) return { ...requestWords('question'), request: BY_HAND_WORDS, source: BY_HAND_WORDS };
  const { asks } = callerFor(lead.caller);
  const about = aboutOf(lead);
  const campaign = campaignOf(lead.caller);
  const { request, confirm, next } = requestWords(asks, about?.name ?? (campaign && campaignName(campaign)), said);
  return { request, confirm, next, source: campaign === undefined ? callerSource(lead.caller, about !== undefined) : CAMPAIGN_SOURCE };
}

/** Leads from before `about` was stored, or from an older build in a rolling restart, name their topic only in `caller`. */
export function aboutOf({ caller, about }: Pick<LeadRow, 'caller' | 'about'>): (LeadTopic & Partial<NamedAbout>) | undefined {
  return about === null ? readAbout(caller, undefined) : namedAboutIn(about);
}

/** For messages and applications, which people answer without a confirmation link. */
const { confirm, next } = requestWords('question');
const elsewhere = { confirm, next };

export function sectionOf(kind: string): LeadSection {
  return kind === 'message' || kind === 'application' ? kind : 'lead';
}

/** The sections whose leads these roles may see. */
export function visibleSections(roles: readonly Role[]): LeadSection[] {
  return leadSections.filter((section) => mayUse(roles, reads[section]));
}

/** The permission to read a lead of this kind. */
export function readPermission(kind: string): Permission {
  return reads[sectionOf(kind)];
}

const reads = { lead: 'leads.read', message: 'messages.read', application: 'applications.read' } as const;

/** The words in which a lead was asked, where staff had changed them; none where its column cannot be read. */
export function askedOf({ asked }: Pick<LeadRow, 'asked'>): Words {
  if (asked === null) return {};
  const read = jsonObject(asked);
  return v.is(wordsSchema, read) ? read : {};
}

/** A lead's form in the words in which it was asked; undefined for a form that is not declared any more. */
export function formOfLead(lead: Pick<LeadRow, 'form' | 'asked'>): Form | undefined {
  const form = Object.hasOwn(forms, lead.form) ? forms[lead.form] : undefined;
  return form && (lead.asked === null ? form : formIn(form, askedOf(lead)));
}

/** How a lead came, as it is counted and filtered; empty: it is not known. Pages are paths. */
export function originsOf(lead: Pick<LeadRow, 'attribution' | 'caller'>): Record<LeadOrigin, string> {
  const { utm, referrer = '', entry = '', page = '' } = attributionOf(lead);
  return {
    source: lead.caller === BY_HAND ? BY_HAND : (utm?.source ?? ''),
    medium: utm?.medium ?? '',
    term: utm?.term ?? '',
    content: utm?.content ?? '',
    referrer: hostOf(referrer),
    entry: pathOf(entry),
    page: pathOf(page),
  };
}

/** The name of a site without `www.`; empty for what is no address. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}

const LONGEST = 200;

/** A page without its query. */
export function pathOf(page: string): string {
  const path = (page.split('?', 1)[0] ?? '').slice(0, LONGEST).toWellFormed();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
