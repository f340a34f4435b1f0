import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { leadPageSchema, leadRowSchema, leadSorts, leadViews } from '../../desk/lead-facts.ts';
import { leadStates } from '../../desk/lead-states.ts';
import { filterEntriesOf } from '../../desk/staff-field-schemas.ts';
import {
  answerInput,
  answerOutput,
  assignInput,
  changesInput,
  changesOutput,
  idSchema as id,
  noteInput,
  countOutput,
  emptyOutput,
  releaseInput,
  releaseOutput,
  versionSchema as version,
  fieldCallsOf,
  workChanged,
} from './work-schemas.ts';

const word = v.pipe(v.string(), v.maxLength(limits.attributionText));
const at = v.pipe(v.number(), v.integer(), v.description('Milliseconds since the epoch'));

/** What is left out asks for nothing. Suspected spam is shown by its view alone. */
const filter = v.object({
  view: v.optional(v.picklist(leadViews)),
  form: v.optional(word),
  caller: v.optional(word),
  campaign: v.optional(word),
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  verified: v.optional(v.boolean()),
  ...filterEntriesOf('lead'),
  since: v.optional(at),
  until: v.optional(v.pipe(at, v.description('Exclusive'))),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

export const listLeadsCall = defineCall({
  name: 'leads.list',
  method: 'POST',
  path: '/api/leads/list',
  about: 'A page of the leads that fit a filter and a search, in an order.',
  access: 'leads.read',
  action: 'leads listed',
  recordedOnce: true,
  input: v.object({
    ...filter.entries,
    sort: v.optional(v.picklist(leadSorts), 'newest'),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
  }),
  output: v.object({
    leads: v.array(leadRowSchema),
    next: v.nullable(v.string()),
    previous: v.nullable(v.string()),
    complete: v.pipe(v.boolean(), v.description('False: the search was cut off before a page was full, and next goes on with it')),
  }),
});

export const countLeadsCall = defineCall({
  name: 'leads.count',
  method: 'POST',
  path: '/api/leads/count',
  about: 'How many leads fit a filter and a search.',
  access: 'leads.read',
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

export const leadChanges = defineCall({
  name: 'leads.changes',
  method: 'GET',
  path: '/api/leads/changes',
  about: 'Tells which leads came or changed, as it happens.',
  access: 'leads.read',
  sends: 'events',
  input: changesInput,
  output: changesOutput,
});

export const readLeadCall = defineCall({
  name: 'leads.read',
  method: 'GET',
  path: '/api/leads/:id',
  about: 'Everything on a lead, with its timeline.',
  access: 'leads.read',
  action: 'lead opened',
  recordedOnce: true,
  input: v.object({ id }),
  output: leadPageSchema,
});

export const assignLeadCall = defineCall({
  name: 'leads.assign',
  method: 'POST',
  path: '/api/leads/:id/assign',
  about: 'Gives a lead to somebody of the staff, or to nobody, unless it was changed since.',
  access: 'leads.work',
  action: 'lead assigned',
  input: assignInput,
  output: workChanged,
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

export const noteLead = defineCall({
  name: 'leads.note',
  method: 'POST',
  path: '/api/leads/:id/notes',
  about: 'Adds a note to a lead, with the accounts that it names by @.',
  access: 'leads.work',
  action: 'lead noted',
  input: noteInput,
  output: emptyOutput,
});

export const answerLeadCall = defineCall({
  name: 'leads.answer',
  method: 'POST',
  path: '/api/leads/:id/answer',
  about: 'Mails an answer to whoever sent a lead, or notes one that went by another way, unless the lead was changed since.',
  access: 'leads.work',
  action: 'lead answered',
  input: answerInput,
  output: answerOutput,
});

export const releaseLeadCall = defineCall({
  name: 'leads.release',
  method: 'POST',
  path: '/api/leads/:id/release',
  about: 'Takes the mark of suspected spam off a lead, and sends what it held back.',
  access: 'leads.work',
  action: 'lead released',
  input: releaseInput,
  output: releaseOutput,
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
  input: v.object({ ...filter.entries, sort: v.optional(v.picklist(leadSorts), 'newest') }),
  output: v.object({}),
});

export const leadCalls = [
  listLeadsCall,
  countLeadsCall,
  leadChoices,
  leadChanges,
  readLeadCall,
  assignLeadCall,
  changeLeadStateCall,
  noteLead,
  answerLeadCall,
  releaseLeadCall,
  sendLeadLink,
  exportLeadsCall,
  ...fieldCallsOf('lead').map(([, call]) => call),
] as const;
