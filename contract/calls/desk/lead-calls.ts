import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { leadOrigins, type LeadOrigin } from '../../desk/lead-origins.ts';
import { leadPageSchema, leadRowSchema, leadSorts, leadViews, reachedSteps } from '../../desk/lead-facts.ts';
import { relatedLeadsSchema } from '../../desk/related-facts.ts';
import { contactMeans } from '../../desk/by-hand.ts';
import { leadStates } from '../../desk/lead-states.ts';
import { filterEntriesOf } from '../../desk/staff-field-schemas.ts';
import {
  answerInput,
  countOutput,
  fieldCallOf,
  fieldCallsOf,
  idSchema as id,
  versionSchema as version,
  workChanged,
} from './work-schemas.ts';
import { workCallsOf } from './work-calls.ts';

const word = v.pipe(v.string(), v.maxLength(limits.attributionText));
const at = v.pipe(v.number(), v.integer(), v.description('Milliseconds since the epoch'));

const origin = v.optional(v.pipe(v.string(), v.maxLength(200)));

/** A field that is left out does not filter. Suspected spam is listed only in the view for spam. */
const filter = v.object({
  view: v.optional(v.picklist(leadViews)),
  form: v.optional(word),
  caller: v.optional(word),
  campaign: v.optional(word),
  ...(Object.fromEntries(leadOrigins.map((name) => [name, origin])) as { [Name in LeadOrigin]: typeof origin }),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  verified: v.optional(v.boolean()),
  reached: v.optional(v.pipe(v.picklist(reachedSteps), v.description('As the overview counts it, whatever became of it since'))),
  ...filterEntriesOf('lead'),
  since: v.optional(at),
  until: v.optional(v.pipe(at, v.description('Exclusive'))),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

const sort = v.optional(v.picklist(leadSorts), 'newest');

export const leadWork = workCallsOf('lead', {
  row: leadRowSchema,
  page: leadPageSchema,
  asked: { ...filter.entries, sort },
  work: 'lead',
  answer: answerInput,
});

export const countLeadsCall = defineCall({
  name: 'leads.count',
  method: 'POST',
  path: '/api/leads/count',
  about: 'How many leads fit a filter and a search.',
  access: 'leads.read',
  only: 'reads',
  input: filter,
  output: countOutput,
});

export const leadChoices = defineCall({
  name: 'leads.choices',
  method: 'GET',
  path: '/api/leads/choices',
  about: 'What the latest leads can be filtered by, the most frequent first.',
  access: 'leads.read',
  input: v.object({}),
  output: v.object({
    forms: v.array(v.string()),
    callers: v.array(v.string()),
    campaigns: v.array(v.string()),
    countries: v.array(v.string()),
  }),
});

export const changeLeadStateCall = defineCall({
  name: 'leads.change-state',
  method: 'POST',
  path: '/api/leads/:id/state',
  about: 'Puts a lead into a state, unless it was changed since. One that is lost has a reason.',
  access: 'leads.work',
  action: 'lead changed',
  input: v.pipe(
    v.object({ id, version, state: v.picklist(leadStates), reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(limits.line))) }),
    v.forward(
      v.check(({ state, reason }) => state !== 'lost' || (reason ?? '') !== '', 'Say why it was lost'),
      ['reason'],
    ),
  ),
  output: workChanged,
});

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(limits.message)), '');

export const makeLeadCall = defineCall({
  name: 'leads.make',
  method: 'POST',
  path: '/api/leads/make',
  about:
    'Makes a lead of somebody who got in touch otherwise than by a form, with what they agreed to and by what means. The same key makes one lead.',
  access: 'leads.work',
  action: 'lead made by hand',
  input: v.object({
    key: v.pipe(v.string(), v.uuid()),
    name: text,
    surname: text,
    email: text,
    phone: text,
    company: text,
    message: text,
    means: v.picklist(contactMeans),
    agreed: v.pipe(text, v.description('The words by which they agreed to be mailed; empty: they were not asked')),
    sendsLink: v.pipe(v.boolean(), v.description('Whether a link to confirm goes to the address')),
  }),
  output: v.object({ id }),
});

const line = v.optional(v.pipe(v.string(), v.maxLength(limits.email)));

export const correctLeadCall = defineCall({
  name: 'leads.correct',
  method: 'POST',
  path: '/api/leads/:id/correct',
  about:
    'Corrects the name, the address or the telephone number of a lead, unless it was changed since. What it was stays in its history; another address gets a link to confirm.',
  access: 'leads.work',
  action: 'lead corrected',
  input: v.object({ id, version, corrections: v.object({ name: line, surname: line, lastname: line, email: line, phone: line }) }),
  output: workChanged,
});

export const sendLeadLink = defineCall({
  name: 'leads.send-link',
  method: 'POST',
  path: '/api/leads/:id/link',
  about: 'Sends a fresh link to the address of a lead, so that it can be confirmed.',
  access: 'leads.work',
  action: 'link sent',
  input: v.object({ id }),
  output: v.object({ outcome: v.picklist(['asked', 'verified', 'needs no link', 'suspected spam', 'declined', 'sample']) }),
});

export const relatedLeads = defineCall({
  name: 'leads.related',
  method: 'GET',
  path: '/api/leads/:id/related',
  about: 'Other requests of the same person under other addresses, and of the same company.',
  access: 'leads.read',
  action: 'leads listed',
  recordedOnce: true,
  input: v.object({ id }),
  output: relatedLeadsSchema,
});

export const linkLeadsCall = defineCall({
  name: 'leads.link',
  method: 'POST',
  path: '/api/leads/:id/person',
  about: 'Says that two leads with different addresses are one person’s.',
  access: 'leads.work',
  action: 'leads linked',
  input: v.object({ id, other: id }),
  output: v.object({ outcome: v.picklist(['linked', 'linked already', 'same address']) }),
});

export const unlinkLeadsCall = defineCall({
  name: 'leads.unlink',
  method: 'POST',
  path: '/api/leads/:id/person/remove',
  about: 'Says that another lead’s address is not of the same person.',
  access: 'leads.work',
  action: 'leads unlinked',
  input: v.object({ id, other: id }),
  output: v.object({ unlinked: v.boolean() }),
});

export const exportLeadsCall = defineCall({
  name: 'leads.export',
  method: 'POST',
  path: '/api/leads/export',
  about: 'The leads that fit a filter and a search as CSV, in an order.',
  access: 'leads.export',
  action: 'leads exported',
  fresh: true,
  tells: 'people.manage',
  sends: 'file',
  input: v.object({ ...filter.entries, sort }),
  output: v.object({}),
});

export const changeHeldCall = fieldCallOf('lead', 'held');

export const leadCalls = [
  countLeadsCall,
  leadChoices,
  ...Object.values(leadWork),
  changeLeadStateCall,
  makeLeadCall,
  sendLeadLink,
  correctLeadCall,
  relatedLeads,
  linkLeadsCall,
  unlinkLeadsCall,
  exportLeadsCall,
  ...fieldCallsOf('lead').map(([, call]) => call),
] as const;
