import { column, type RowOf, type RowsOf } from './table.ts';

const operator = 'Whoever runs the server, by `npm run webhooks`';
const desk = `${operator}; staff who may see deliveries, at the desk`;

/** What is kept of what other systems of the company are told of people. */
export const deliveryTables = {
  delivery_events: {
    what: 'What other systems of the company are told, where there are any: a copy of what it is about.',
    why: 'So that nothing is lost on the way there: Art. 6(1)(b); and that they forget what is erased here: Art. 17, Art. 19',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: operator,
    columns: {
      /** msg_… */
      id: column<string>('Made from what it follows from'),
      type: column<string>('Which event'),
      /** With the lead goes what was told of it. Null: of an erasure. */
      lead_id: column<string | null>('The request, with which it goes; of an erasure none'),
      at: column<number>('When it happened'),
      /** JSON. Null: an erasure's, once everybody was told. */
      payload: column<string | null>(
        'JSON: what is sent. Of an erasure the ids of the requests and SHA-256 of the address, until everybody took it',
      ),
    },
  },
  deliveries: {
    what: 'Who has taken which of these events.',
    why: 'The same',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: desk,
    columns: {
      id: column<string>('Random, with the time in it'),
      /** The order in which they are delivered, where `subject` is the same. */
      seq: column<number>('Counted up'),
      event_id: column<string>('The event'),
      endpoint_id: column<string>('The system'),
      /** What it is about: the lead, or an erasure. */
      subject: column<string>('The request, or the erasure'),
      status: column<'waiting' | 'delivered' | 'failed'>('waiting, delivered or failed'),
      attempts: column<number>('How often it was tried'),
      run_at: column<number>('When it is due'),
      /** The server that delivers it just now. */
      locked_by: column<string | null>('The server that sends it'),
      locked_until: column<number | null>('Until when'),
      last_error: column<string | null>('Why it was not taken; addresses taken out'),
      created_at: column<number>('Since when'),
      ended_at: column<number | null>('When it was taken, or given up'),
    },
  },
  delivery_attempts: {
    what: 'Every attempt to deliver one.',
    why: 'To see why something did not arrive: Art. 6(1)(f)',
    until: 'With its delivery',
    who: `${desk}: answers only where they may see the request`,
    columns: {
      id: column<string>('Random, with the time in it'),
      delivery_id: column<string>('The delivery'),
      at: column<number>('When'),
      ms: column<number>('How long it took'),
      /** HTTP's. Null: there was no answer. */
      status: column<number | null>('HTTP status of the answer'),
      error: column<string | null>('Why it was not taken; addresses taken out'),
      /** Its first characters. */
      answer: column<string | null>('First characters of the answer; addresses taken out. Of an erasure none'),
    },
  },
  /** Which contact of a CRM a request became. It outlives its lead until the CRM was told to erase it. */
  crm_contacts: {
    what: 'Which contact of the CRM a request became, where there is one.',
    why: 'To have it erased there when it is erased here: Art. 17, Art. 19',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: operator,
    columns: {
      crm: column<string>('hubspot or salesforce'),
      lead_id: column<string>('The request; once it is gone the row goes as soon as the CRM was told, and else with its period'),
      contact_id: column<string>('By which it is known there: a number, or SHA-256 of the address'),
      at: column<number>('When it was last told'),
    },
  },
} as const;

export const endpointTables = {
  crm_mapping: {
    what: 'What goes into which property of the CRM’s contacts, where staff changed it.',
    why: 'To tell it as the company wants it',
    until: 'Never by itself',
    who: desk,
    columns: {
      crm: column<string>('hubspot or salesforce'),
      property: column<string>('Its name there'),
      /** Empty: it is not sent. */
      source: column<string>('Where its value comes from; empty where it is not sent'),
      /** Of one that is not sent: what it is sent with once it is switched on again. */
      kept_source: column<string | null>('Where it came from before it was switched off'),
    },
  },
  /** Counts the changes of a mapping. */
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
      /** Empty where a setting has it. */
      url: column<string>('Its address, where no setting has it'),
      /** JSON: the events it wants. */
      events: column<string>('What it wants to be told'),
      /** JSON: the secrets that sign, the newest first (EndpointSecret). */
      secrets: column<string>('What its requests are signed with'),
      /** `off` is told nothing; for one that is `held` what comes waits until somebody switches it on. */
      state: column<'on' | 'off' | 'held'>('on, off or held'),
      state_reason: column<string | null>('Why it is not on'),
      created_at: column<number>('Since when'),
      /** Attempts that failed since the last one that did not. */
      failures: column<number>('Attempts that failed one after another'),
      failing_since: column<number | null>('Since when'),
      /** Nothing is tried before. */
      resume_at: column<number>('When it is tried again'),
      last_error: column<string | null>('Why it failed'),
    },
  },
} as const;

export type DeliveryTables = RowsOf<typeof deliveryTables & typeof endpointTables>;

export const endpointKinds = ['webhook', 'chat', 'hubspot', 'salesforce'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** Whom the server tells of what happens. Tokens of others that settings have are not kept here. */
export type DeliveryEndpointRow = RowOf<typeof endpointTables.delivery_endpoints>;

/** An event that at least one endpoint wants, as it is sent. */
export type DeliveryEventRow = RowOf<typeof deliveryTables.delivery_events>;

export type DeliveryRow = RowOf<typeof deliveryTables.deliveries>;

export type DeliveryAttemptRow = RowOf<typeof deliveryTables.delivery_attempts>;

/** What staff changed of what goes into which property of a CRM's contacts. */
export type CrmMappingRow = RowOf<typeof endpointTables.crm_mapping>;
