import type { Settings } from '../../settings/settings.ts';
import type { EndpointKind } from '../../store/tables/delivery-tables.ts';
import type { DeliveryOutcome } from '../sending.ts';

/** Maps a field of a CRM's record to the source of its value (crm-mapping.ts). */
export type CrmMapping = Readonly<Record<string, string>>;

/** `true` is a flag, for a checkbox field. */
export type CrmFields = Readonly<Record<string, string | true>>;

/** The setting that names the field by which records are identified. */
export type KnownBy = Pick<Settings, 'SALESFORCE_EXTERNAL_ID'>;

/** Describes a CRM and its records. */
export type Crm = {
  id: Extract<EndpointKind, 'hubspot' | 'salesforce'>;
  name: string;
  /** What the CRM calls its records. */
  records: string;
  /** The setting that connects the CRM. */
  setting: 'HUBSPOT_SECRET' | 'SALESFORCE_KEY';
  /** The field for the address. It is always sent. */
  address: string;
  /** The pattern of valid field names, and the rule in words. */
  field: RegExp;
  fieldRule: string;
  /** Why a field with a valid name cannot be written to. */
  nameFault: (field: string) => string | undefined;
  /** Fields that every account has; staff may add others. */
  mapping: CrmMapping;
  /** The call that sends verified requests, and its body. */
  upsertCall: (settings: KnownBy) => string;
  upsertBody: (contacts: readonly CrmContact[], settings: KnownBy) => object;
};

/** A record to create or update. Several requests from one address are merged: the latest answers win. */
export type CrmContact = { email: string; fields: CrmFields; leadIds: readonly string[] };

/** Null clears a field. */
export type CrmChange = Readonly<Record<string, string | true | null>>;

/** `id`: identifies the record in the CRM from now on. */
export type Upserted = { outcome: DeliveryOutcome; id?: string };

export type CrmClient = {
  /** Most contacts in one call. */
  batch: number;
  /** Whether a call may be made now: false while the day's quota is nearly used up. */
  isReady?: () => boolean;
  /** One outcome for each contact, in order. */
  upsert: (contacts: readonly CrmContact[], signal: AbortSignal) => Promise<readonly Upserted[]>;
  /** Succeeds without a change when the record no longer exists. */
  change: (id: string, fields: CrmChange, signal: AbortSignal) => Promise<DeliveryOutcome>;
  /** Stops all marketing mail to a contact. */
  optOut: (contact: { id: string; email: string; fields: CrmChange }, signal: AbortSignal) => Promise<DeliveryOutcome>;
  erase: (id: string, signal: AbortSignal) => Promise<DeliveryOutcome>;
};

export const done: DeliveryOutcome = { taken: true, status: null, error: null, answer: null };
