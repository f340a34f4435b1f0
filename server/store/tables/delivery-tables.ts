import { column, ownedBy, time, type RowOf } from '../table.ts';

const operator = 'Whoever runs the server, by `npm run webhooks`';
const desk = `${operator}; staff who may see deliveries, at the desk`;

/** Events that are sent to other systems of the company, and these systems. */
export const deliveryTables = ownedBy('deliveries', {
  delivery_events: {
    of: 'visitors',
    what: 'What other systems of the company are told, where there are any: a copy of what it is about.',
    why: 'So that nothing is lost on the way there: Art. 6(1)(b); and that they forget what is erased here: Art. 17, Art. 19',
    // Its deliveries go with it: it stays while one of them waits, or ended within the period.
    until: {
      KEEP_DELIVERIES_DAYS: `at < :before and not exists (
        select 1 from deliveries where event_id = delivery_events.id and (status = 'waiting' or ended_at >= :before))`,
    },
    who: operator,
    columns: {
      /** Begins with msg_. */
      id: column<string>('Made from what it follows from'),
      type: column<string>('Which event'),
      /** Rows are removed with their lead. Null: an erasure. */
      lead_id: column<string | null>('The request, with which it goes; of an erasure none'),
      at: column<number>('When it happened'),
      /** JSON. Null: an erasure that every endpoint has received. */
      payload: column<string | null>(
        'JSON: what is sent. Of an erasure the ids of the requests and SHA-256 of the address, until everybody took it',
      ),
    },
  },
  deliveries: {
    of: 'visitors',
    what: 'Who has taken which of these events.',
    why: 'The same',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: desk,
    held: { as: 'deliveries', words: 'events that other systems are told' },
    columns: {
      id: column<string>('Random, with the time in it'),
      /** Order of delivery among rows with the same `subject`. */
      seq: column<number>('Counted up'),
      event_id: column<string>('The event'),
      endpoint_id: column<string>('The system'),
      /** The lead or the erasure that the event is about. */
      subject: column<string>('The request, or the erasure'),
      status: column<'waiting' | 'delivered' | 'failed'>('waiting, delivered or failed', 'status'),
      attempts: column<number>('How often it was tried'),
      run_at: column<number>('When it is due'),
      /** The server that is delivering it now. */
      locked_by: column<string | null>('The server that sends it'),
      locked_until: column<number | null>('Until when'),
      last_error: column<string | null>('Why it was not taken; addresses taken out'),
      created_at: column<number>('Since when'),
      ended_at: column<number | null>('When it was taken, or given up', time('taken')),
    },
  },
  delivery_attempts: {
    of: 'visitors',
    what: 'Every attempt to deliver one.',
    why: 'To see why something did not arrive: Art. 6(1)(f)',
    until: 'With its delivery',
    who: `${desk}: answers only where they may see the request`,
    columns: {
      id: column<string>('Random, with the time in it'),
      delivery_id: column<string>('The delivery'),
      at: column<number>('When'),
      ms: column<number>('How long it took'),
      /** HTTP status. Null: there was no answer. */
      status: column<number | null>('HTTP status of the answer'),
      error: column<string | null>('Why it was not taken; addresses taken out'),
      /** The first characters of the answer. */
      answer: column<string | null>('First characters of the answer; addresses taken out. Of an erasure none'),
    },
  },
  /** Which contact of a CRM a request became. The row outlives its lead until the CRM has been told to erase the contact. */
  crm_contacts: {
    of: 'visitors',
    what: 'Which contact of the CRM a request became, where there is one.',
    why: 'To have it erased there when it is erased here: Art. 17, Art. 19',
    until: { KEEP_DELIVERIES_DAYS: 'at < :before and not exists (select 1 from leads where id = crm_contacts.lead_id)' },
    who: operator,
    columns: {
      crm: column<string>('hubspot or salesforce'),
      lead_id: column<string>('The request; once it is gone the row goes as soon as the CRM was told, and else with its period'),
      contact_id: column<string>('By which it is known there: a number, or SHA-256 of the address'),
      at: column<number>('When it was last told'),
    },
  },
  crm_mapping: {
    what: 'What goes into which property of the CRM’s contacts, where staff changed it.',
    why: 'To tell it as the company wants it',
    until: 'Never by itself',
    who: desk,
    columns: {
      crm: column<string>('hubspot or salesforce'),
      property: column<string>('Its name there'),
      /** Empty: the property is not sent. */
      source: column<string>('Where its value comes from; empty where it is not sent'),
      /** The source of a property that is switched off, for when it is switched on again. */
      kept_source: column<string | null>('Where it came from before it was switched off'),
    },
  },
  /** The version of each CRM's mapping, for conflict detection. */
  crm_mappings: {
    what: 'How often staff changed what a CRM is told.',
    why: 'So that two who change it at once do not undo each other’s change',
    until: 'Never by itself',
    who: desk,
    columns: {
      crm: column<string>('hubspot or salesforce'),
      version: column<number>('The number of the last change'),
    },
  },
  delivery_endpoints: {
    what: 'The systems that are told.',
    why: 'To tell them',
    until: 'When they are removed',
    who: `${desk}: without its path and its secrets`,
    columns: {
      id: column<string>('Random, with the time in it'),
      kind: column<EndpointKind>('webhook, chat, hubspot or salesforce'),
      /** Empty if a setting holds the address. */
      url: column<string>('Its address, where no setting has it'),
      /** JSON: the event types that the endpoint receives. */
      events: column<string>('What it wants to be told'),
      /** JSON: signing secrets, newest first (EndpointSecret). */
      secrets: column<string>('What its requests are signed with'),
      /** `off`: gets no events. `held`: its events wait until somebody switches it on. */
      state: column<'on' | 'off' | 'held'>('on, off or held'),
      state_reason: column<string | null>('Why it is not on'),
      created_at: column<number>('Since when'),
      /** Failed attempts since the last success. */
      failures: column<number>('Attempts that failed one after another'),
      failing_since: column<number | null>('Since when'),
      /** No attempt is made before this time. */
      resume_at: column<number>('When it is tried again'),
      last_error: column<string | null>('Why it failed'),
    },
  },
});

export const endpointKinds = ['webhook', 'chat', 'hubspot', 'salesforce'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** An endpoint that receives events. Tokens for other systems that are set as settings are not stored here. */
export type DeliveryEndpointRow = RowOf<typeof deliveryTables.delivery_endpoints>;

/** An event that at least one endpoint receives, as it is sent. */
export type DeliveryEventRow = RowOf<typeof deliveryTables.delivery_events>;

export type DeliveryRow = RowOf<typeof deliveryTables.deliveries>;

export type DeliveryAttemptRow = RowOf<typeof deliveryTables.delivery_attempts>;

/** A change by staff of what a property of a CRM's contacts is filled with. */
export type CrmMappingRow = RowOf<typeof deliveryTables.crm_mapping>;
