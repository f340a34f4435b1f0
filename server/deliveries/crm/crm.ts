import type { Settings } from '../../settings/settings.ts';
import type { EndpointKind } from '../../store/delivery-schema.ts';
import type { DeliveryOutcome } from '../sending.ts';

/** Field of a CRM's record → where its value comes from. */
export type CrmMapping = Readonly<Record<string, string>>;

/** `true` is a flag: what a CRM has a box to tick for. */
export type CrmFields = Readonly<Record<string, string | true>>;

/** What a setting says of the field that records are known by. */
export type KnownBy = Pick<Settings, 'SALESFORCE_EXTERNAL_ID'>;

/** A CRM as it is declared: what its records are made of. */
export type Crm = {
  id: Extract<EndpointKind, 'hubspot' | 'salesforce'>;
  name: string;
  /** What its records are called there. */
  records: string;
  /** The setting that connects it. */
  setting: 'HUBSPOT_SECRET' | 'SALESFORCE_KEY';
  /** The field that has the address. It is always sent. */
  address: string;
  /** What names of fields look like there, and the same in words. */
  field: RegExp;
  fieldRule: string;
  /** Why a name that looks so cannot be written to all the same. */
  nameFault: (field: string) => string | undefined;
  /** Fields that every account has; staff add others. */
  mapping: CrmMapping;
  /** The call that verified requests go by, and its body. */
  upsertCall: (settings: KnownBy) => string;
  upsertBody: (contacts: readonly CrmContact[], settings: KnownBy) => object;
};

/** Who is to be there. Of several requests of an address the answers of the latest. */
export type CrmContact = { email: string; fields: CrmFields; leadIds: readonly string[] };

/** Null clears a field. */
export type CrmChange = Readonly<Record<string, string | true | null>>;

/** `id`: by which it is known there from now on. */
export type Upserted = { outcome: DeliveryOutcome; id?: string };

export type CrmClient = {
  /** Contacts that one call sends. */
  batch: number;
  /** Whether it may be called now: who has used up what a day allows waits. */
  isReady?: () => boolean;
  /** One for each, in their order. */
  upsert: (contacts: readonly CrmContact[], signal: AbortSignal) => Promise<readonly Upserted[]>;
  /** Of one that is not there any more nothing is changed, and that is well. */
  change: (id: string, fields: CrmChange, signal: AbortSignal) => Promise<DeliveryOutcome>;
  /** No mail of marketing any more. */
  optOut: (contact: { id: string; email: string; fields: CrmChange }, signal: AbortSignal) => Promise<DeliveryOutcome>;
  erase: (id: string, signal: AbortSignal) => Promise<DeliveryOutcome>;
};

export const done: DeliveryOutcome = { taken: true, status: null, error: null, answer: null };
