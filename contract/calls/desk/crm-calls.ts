import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

/** In this file `id` is the CRM's name, such as `hubspot`. */
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
        /** What the CRM calls its records. */
        records: v.string(),
        connected: v.boolean(),
        /** The setting that connects the CRM. */
        setting: v.string(),
        /** The field that gets the e-mail address; it is always sent. */
        address: v.string(),
        /** The CRM's rule for names of fields, in words. */
        fieldRule: v.string(),
        version,
        fields: v.array(
          v.object({
            field: v.string(),
            source: v.string(),
            /** The source in words, and an example value; `true`: a ticked box. */
            words: v.string(),
            example: v.union([v.string(), v.literal(true)]),
            /** The source as declared in the code; null: staff added the field. */
            declared: v.nullable(v.string()),
            isSent: v.boolean(),
            /** Whether the CRM named this field in its last refusal. */
            isRefused: v.boolean(),
          }),
        ),
      }),
    ),
    /** The sources that staff can choose from. */
    sources: v.array(v.object({ source: v.string(), words: v.string(), example: v.union([v.string(), v.literal(true)]) })),
    /** How a source can be written, in words. */
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
  only: 'reads',
  action: 'CRM dry run shown',
  input: v.object({ id, lead: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
  output: v.object({
    lead: v.object({ id: v.string(), section: v.picklist(leadSections), name: v.string() }),
    /** Why nothing of the request is sent to the CRM; empty if it is sent. */
    reasons: v.array(v.string()),
    fields: v.array(
      v.object({
        field: v.string(),
        words: v.string(),
        /** Null: the field is not sent. */
        value: v.nullable(v.union([v.string(), v.literal(true)])),
        why: v.nullable(v.string()),
      }),
    ),
    /** The HTTP call and its body, as they are sent. */
    call: v.string(),
    body: v.string(),
  }),
});

export const crmCalls = [readCrms, changeCrmField, dryRunCrm] as const;
