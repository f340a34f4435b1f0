import type {
  CrmContactRow,
  CrmMappingRow,
  CrmMappingVersionRow,
  DeliveryAttemptRow,
  DeliveryEndpointRow,
  DeliveryEventRow,
  DeliveryRow,
} from '../store/delivery-schema.ts';
import type { TableAbout } from './table-about.ts';

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
      id: 'Made from what it follows from',
      type: 'Which event',
      lead_id: 'The request, with which it goes; of an erasure none',
      at: 'When it happened',
      payload: 'JSON: what is sent. Of an erasure the ids of the requests and SHA-256 of the address, until everybody took it',
    },
  },
  deliveries: {
    what: 'Who has taken which of these events.',
    why: 'The same',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: desk,
    columns: {
      id: 'Random, with the time in it',
      seq: 'Counted up',
      event_id: 'The event',
      endpoint_id: 'The system',
      subject: 'The request, or the erasure',
      status: 'waiting, delivered or failed',
      attempts: 'How often it was tried',
      run_at: 'When it is due',
      locked_by: 'The server that sends it',
      locked_until: 'Until when',
      last_error: 'Why it was not taken; addresses taken out',
      created_at: 'Since when',
      ended_at: 'When it was taken, or given up',
    },
  },
  delivery_attempts: {
    what: 'Every attempt to deliver one.',
    why: 'To see why something did not arrive: Art. 6(1)(f)',
    until: 'With its delivery',
    who: `${desk}: answers only where they may see the request`,
    columns: {
      id: 'Random, with the time in it',
      delivery_id: 'The delivery',
      at: 'When',
      ms: 'How long it took',
      status: 'HTTP status of the answer',
      error: 'Why it was not taken; addresses taken out',
      answer: 'First characters of the answer; addresses taken out. Of an erasure none',
    },
  },
  crm_contacts: {
    what: 'Which contact of the CRM a request became, where there is one.',
    why: 'To have it erased there when it is erased here: Art. 17, Art. 19',
    until: ['KEEP_DELIVERIES_DAYS'],
    who: operator,
    columns: {
      crm: 'hubspot or salesforce',
      lead_id: 'The request; once it is gone the row goes as soon as the CRM was told, and else with its period',
      contact_id: 'By which it is known there: a number, or SHA-256 of the address',
      at: 'When it was last told',
    },
  },
} as const satisfies {
  delivery_events: TableAbout<DeliveryEventRow>;
  deliveries: TableAbout<DeliveryRow>;
  delivery_attempts: TableAbout<DeliveryAttemptRow>;
  crm_contacts: TableAbout<CrmContactRow>;
};

export const endpointTables: {
  delivery_endpoints: TableAbout<DeliveryEndpointRow>;
  crm_mapping: TableAbout<CrmMappingRow>;
  crm_mappings: TableAbout<CrmMappingVersionRow>;
} = {
  crm_mapping: {
    what: 'What goes into which property of the CRM’s contacts, where staff changed it.',
    why: 'To tell it as the company wants it',
    until: 'Never by itself',
    who: desk,
    columns: {
      crm: 'hubspot or salesforce',
      property: 'Its name there',
      source: 'Where its value comes from; empty where it is not sent',
      kept_source: 'Where it came from before it was switched off',
    },
  },
  crm_mappings: {
    what: 'How often staff changed what a CRM is told.',
    why: 'So that two who change it at once do not undo each other’s change',
    until: 'Never by itself',
    who: desk,
    columns: { crm: 'hubspot or salesforce', version: 'The number of the last change' },
  },
  delivery_endpoints: {
    what: 'The systems that are told.',
    why: 'To tell them',
    until: 'When they are removed',
    who: `${desk}: without its path and its secrets`,
    columns: {
      id: 'Random, with the time in it',
      kind: 'webhook, chat, hubspot or salesforce',
      url: 'Its address, where no setting has it',
      events: 'What it wants to be told',
      secrets: 'What its requests are signed with',
      state: 'on, off or held',
      state_reason: 'Why it is not on',
      created_at: 'Since when',
      failures: 'Attempts that failed one after another',
      failing_since: 'Since when',
      resume_at: 'When it is tried again',
      last_error: 'Why it failed',
    },
  },
};
