export type DeliveryTables = {
  delivery_endpoints: DeliveryEndpointRow;
  delivery_events: DeliveryEventRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  crm_contacts: CrmContactRow;
  crm_mapping: CrmMappingRow;
  crm_mappings: CrmMappingVersionRow;
};

export const endpointKinds = ['webhook', 'chat', 'hubspot', 'salesforce'] as const;
export type EndpointKind = (typeof endpointKinds)[number];

/** Whom the server tells of what happens. Tokens of others that settings have are not kept here. */
export type DeliveryEndpointRow = {
  id: string;
  kind: EndpointKind;
  /** Empty where a setting has it. */
  url: string;
  /** JSON: the events it wants. */
  events: string;
  /** JSON: the secrets that sign, the newest first (EndpointSecret). */
  secrets: string;
  /** `off` is told nothing; for one that is `held` what comes waits until somebody switches it on. */
  state: 'on' | 'off' | 'held';
  state_reason: string | null;
  created_at: number;
  /** Attempts that failed since the last one that did not. */
  failures: number;
  failing_since: number | null;
  /** Nothing is tried before. */
  resume_at: number;
  last_error: string | null;
};

/** An event that at least one endpoint wants, as it is sent. */
export type DeliveryEventRow = {
  /** msg_… */
  id: string;
  type: string;
  /** With the lead goes what was told of it. Null: of an erasure. */
  lead_id: string | null;
  at: number;
  /** JSON. Null: an erasure's, once everybody was told. */
  payload: string | null;
};

export type DeliveryRow = {
  id: string;
  /** The order in which they are delivered, where `subject` is the same. */
  seq: number;
  event_id: string;
  endpoint_id: string;
  /** What it is about: the lead, or an erasure. */
  subject: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  run_at: number;
  /** The server that delivers it just now. */
  locked_by: string | null;
  locked_until: number | null;
  last_error: string | null;
  created_at: number;
  ended_at: number | null;
};

export type DeliveryAttemptRow = {
  id: string;
  delivery_id: string;
  at: number;
  ms: number;
  /** HTTP's. Null: there was no answer. */
  status: number | null;
  error: string | null;
  /** Its first characters. */
  answer: string | null;
};

/** Which contact of a CRM a request became. It outlives its lead until the CRM was told to erase it. */
export type CrmContactRow = { crm: string; lead_id: string; contact_id: string; at: number };

/** What staff changed of what goes into which property of a CRM's contacts. */
export type CrmMappingRow = {
  crm: string;
  property: string;
  /** Empty: it is not sent. */
  source: string;
  /** Of one that is not sent: what it is sent with once it is switched on again. */
  kept_source: string | null;
};

/** Counts the changes of a mapping. */
export type CrmMappingVersionRow = { crm: string; version: number };
