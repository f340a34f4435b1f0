import * as v from 'valibot';
import { leadStates } from './desk/lead-states.ts';
import { deliveredFields } from './desk/staff-fields.ts';

/**
 * Events that are sent to other systems, one row each. Fields may be added to a payload; removing one or changing its meaning needs a new version.
 * Documents, checks, commands and the API document read these rows.
 */
export const events = {
  'lead.created': event('A request came. Its address is not confirmed yet.', leadData()),
  'lead.verified': event('The owner of the address confirmed a request.', leadData()),
  'lead.changed': event(
    'The state or the owner of a request changed: by staff, or because a meeting was booked.',
    v.object({
      leadId: v.string(),
      changed: v.picklist(deliveredFields),
      from: v.nullable(v.string()),
      to: v.nullable(v.string()),
      reason: described(v.nullable(v.string()), 'Why it was lost.'),
    }),
  ),
  'lead.corrected': event(
    'Staff corrected the address, the name or the telephone number of a request. `verifiedAt` is null until a new address is confirmed.',
    leadData(),
  ),
  'lead.spam': event(
    'Staff marked a request as spam that may have been told of before, or took the mark off again.',
    v.object({ leadId: v.string(), spam: v.boolean() }),
  ),
  'application.created': event(
    'Somebody applied. The CV is not part of it.',
    v.object({
      ...leadData().entries,
      cv: v.nullable(v.object({ size: described(v.number(), 'Bytes.') })),
    }),
  ),
  'message.created': event('Somebody wrote by the contact page.', leadData()),
  'paper.sent': event('A paper went out by mail.', v.object({ leadId: v.string(), email: v.string(), paper: v.string() })),
  'consent.given': event(
    'The owner of the address confirmed a consent.',
    v.object({
      leadId: v.string(),
      email: v.string(),
      purpose: v.string(),
      text: described(v.string(), 'The words that were agreed to.'),
      textVersion: v.string(),
      page: described(v.string(), 'The page they were shown on.'),
    }),
  ),
  'consent.withdrawn': event(
    'Somebody withdrew a consent: what was done because of it is to end.',
    v.object({ leadId: v.string(), purpose: v.string(), emailSha256: addressHash() }),
  ),
  'person.erased': event(
    'Somebody was erased: what was told of these requests is to be erased as well.',
    v.object({ leadIds: v.array(v.string()), emailSha256: v.array(addressHash()) }),
  ),
} as const;

export type EventType = keyof typeof events;

export const eventTypes = Object.keys(events) as EventType[];

/** Sent to every endpoint that gets data about people, even if it did not subscribe: it has to delete what it received. */
export const alwaysTold: readonly EventType[] = ['consent.withdrawn', 'person.erased'];

export type EventData<Type extends EventType> = v.InferOutput<(typeof events)[Type]['data']>;

/** The payload of an event. `timestamp` is when it happened, ISO 8601 in UTC; the time of sending is in the header. */
export type EventPayload<Type extends EventType = EventType> = {
  [One in Type]: { type: One; version: (typeof events)[One]['version']; timestamp: string; data: EventData<One> };
}[Type];

export function eventSchema(type: EventType): v.GenericSchema {
  const { version, data } = events[type];
  return v.object({ type: v.literal(type), version: v.literal(version), timestamp: isoTime(), data });
}

/** Type of a test request that checks whether an endpoint can be reached. Not an event. */
export const PING = 'ping';

function event<const Data extends v.GenericSchema>(about: string, data: Data) {
  return { version: 1, about, data } as const;
}

function leadData() {
  return v.object({
    lead: v.object({
      id: v.string(),
      kind: v.picklist(['contact', 'report', 'message', 'application']),
      product: v.string(),
      caller: described(v.string(), 'Where the form was opened.'),
      form: v.string(),
      formVersion: v.number(),
      request: described(v.string(), 'What was asked for, in words.'),
      about: v.nullable(v.object({ kind: v.string(), id: v.string(), name: v.optional(v.string()) })),
      email: v.string(),
      answers: described(v.record(v.string(), v.string()), 'What was typed, by the names of the form’s fields.'),
      attribution: described(
        v.record(v.string(), v.unknown()),
        '`page`, `entry` (the page the visit began with), `referrer`, `utm` (source, medium, campaign, term, content) and `visitorId`, as far as they are known.',
      ),
      createdAt: isoTime(),
      verifiedAt: v.nullable(isoTime()),
      state: v.picklist(leadStates),
    }),
    consents: described(
      v.array(
        v.object({
          purpose: v.string(),
          action: described(v.picklist(['asked', 'confirmed', 'withdrawn']), 'What was last done about it.'),
          text: v.string(),
          textVersion: v.string(),
          at: isoTime(),
        }),
      ),
      'What was agreed to with the request. Only what is confirmed was confirmed by the owner of the address.',
    ),
  });
}

function isoTime() {
  return v.pipe(v.string(), v.isoTimestamp());
}

function addressHash() {
  return v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.description('SHA-256 of the address in lower case, hexadecimal.'));
}

function described<const Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description(text));
}
