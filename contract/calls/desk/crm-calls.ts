import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

/** Of its name here the CRM it is, as `hubspot`. */
const id = v.pipe(v.string(), v.maxLength(40));
const field = v.pipe(v.string(), v.trim(), v.minLength(1, 'Which field?'), v.maxLength(100, 'At most 100 characters'));
const source = v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what goes into it'), v.maxLength(500, 'At most 500 characters'));
const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Which version was seen; 0: as the site was built'));

export const readCrms = defineCall({
  name: 'crms.read',
  method: 'GET',
  path: '/api/crms',
  about: 'The CRMs that verified requests may go to, and which of their fields gets what.',
  access: 'crm.read',
  input: v.object({}),
  output: v.object({
    crms: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        /** What its records are called there. */
        records: v.string(),
        connected: v.boolean(),
        /** The setting that connects it. */
        setting: v.string(),
        /** The field that has the address: it is always sent. */
        address: v.string(),
        /** What names of fields look like there. */
        fieldRule: v.string(),
        version,
        fields: v.array(
          v.object({
            field: v.string(),
            source: v.string(),
            /** The source in words, and what it might say; `true`: a tick. */
            words: v.string(),
            example: v.union([v.string(), v.literal(true)]),
            /** As it is where nobody changed anything; null: staff added it. */
            declared: v.nullable(v.string()),
            isSent: v.boolean(),
            /** Whether the CRM named it when it last refused something. */
            isRefused: v.boolean(),
          }),
        ),
      }),
    ),
    /** What staff choose from. */
    sources: v.array(v.object({ source: v.string(), words: v.string(), example: v.union([v.string(), v.literal(true)]) })),
    /** What a source is written as. */
    sourceForms: v.string(),
  }),
});

export const changeCrmField = defineCall({
  name: 'crms.change',
  method: 'POST',
  path: '/api/crms/:id/fields',
  about: 'Changes what a field of a CRM gets, adds a field, switches one off or on, or has it as it was declared.',
  access: 'crm.map',
  action: 'CRM field changed',
  fresh: true,
  tells: 'people.manage',
  input: v.pipe(
    v.object({
      id,
      version,
      field,
      act: v.pipe(
        v.picklist(['add', 'set', 'on', 'off', 'reset']),
        v.description('add: a field that is not there yet; set: what one gets; reset: as it was declared, and one that was added goes'),
      ),
      source: v.optional(source),
    }),
    v.forward(
      v.check(({ act, source: given }) => given !== undefined || (act !== 'add' && act !== 'set'), 'Say what goes into it'),
      ['source'],
    ),
  ),
  output: v.object({ version: v.number() }),
});

export const dryRunCrm = defineCall({
  name: 'crms.dry-run',
  method: 'POST',
  path: '/api/crms/:id/dry-run',
  about:
    'What a CRM is told of a request, and what not and why: of one that is named, or of the latest that was confirmed. Nothing is sent.',
  access: 'leads.read',
  action: 'CRM dry run shown',
  input: v.object({ id, lead: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
  output: v.object({
    lead: v.object({ id: v.string(), section: v.picklist(leadSections), name: v.string() }),
    /** Why it is not told at all; none where it is. */
    reasons: v.array(v.string()),
    fields: v.array(
      v.object({
        field: v.string(),
        words: v.string(),
        /** Null: nothing is sent. */
        value: v.nullable(v.union([v.string(), v.literal(true)])),
        why: v.nullable(v.string()),
      }),
    ),
    /** The call and its body, as it is sent. */
    call: v.string(),
    body: v.string(),
  }),
});

export const crmCalls = [readCrms, changeCrmField, dryRunCrm] as const;
