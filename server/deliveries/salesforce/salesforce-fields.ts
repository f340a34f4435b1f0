import type { Crm, CrmChange, CrmContact } from '../crm/crm.ts';
import { addressHash } from '../lead-events.ts';

export const salesforce: Crm = {
  id: 'salesforce',
  name: 'Salesforce',
  records: 'Leads',
  setting: 'SALESFORCE_KEY',
  address: 'Email',
  field: /^[A-Za-z]\w{0,79}$/,
  fieldRule: 'a letter, then letters, digits and underscores, at most 80: as the API name there',
  nameFault: (field) =>
    /^[A-Za-z]\w*__c$/i.test(field) || ownFields.some((name) => name.toLowerCase() === field.toLowerCase())
      ? undefined
      : `${field} is no field of a Lead that can be written: the API name of a field of your own ends in __c`,
  upsertCall: ({ SALESFORCE_EXTERNAL_ID: externalId }) => `PATCH ${upsertPath(externalId)}`,
  upsertBody: (contacts, { SALESFORCE_EXTERNAL_ID: externalId }) =>
    leadCollection(
      externalId,
      contacts.map((contact) => ({ ...contact, key: externalIdOf(contact) })),
    ),
  mapping: {
    FirstName: 'answers.name',
    LastName: 'answers.surname | answers.lastname | answers.name',
    Company: 'answers.company',
    Phone: 'answers.phone',
    Title: 'answers.role',
    LeadSource: '"Web"',
  },
};

/** Up to two hundred Leads, known by their external id. */
export function upsertPath(externalId: string): string {
  return `/composite/sobjects/Lead/${externalId}`;
}

/** Fields of a Lead of every account that can be written (Object Reference, Lead). */
const ownFields: readonly string[] = [
  'Salutation FirstName MiddleName LastName Suffix Title Company Pronouns GenderIdentity Phone MobilePhone Fax',
  'Email Website Description LeadSource Status Industry Rating Street City State StateCode PostalCode Country',
  'CountryCode Latitude Longitude GeocodeAccuracy AnnualRevenue NumberOfEmployees CompanyDunsNumber',
  'CurrencyIsoCode Jigsaw CleanStatus IsUnreadByOwner HasOptedOutOfEmail HasOptedOutOfFax DoNotCall OwnerId',
  'RecordTypeId PartnerAccountId IndividualId',
].flatMap((line) => line.split(' '));

/** What no Lead is without, and what it has there where nothing was said: the words that Salesforce's own web-to-lead uses. */
export const NOT_SAID: Readonly<Record<string, string>> = { LastName: '[not provided]', Company: '[not provided]' };

/** Characters that fields of every account take (Object Reference, Lead). */
const lengths: Readonly<Record<string, number>> = {
  FirstName: 40,
  LastName: 80,
  Company: 255,
  Title: 128,
  Phone: 40,
  MobilePhone: 40,
  LeadSource: 255,
  City: 40,
  Country: 80,
  Description: 32_000,
};

/** The value of the external id: the same that events call `emailSha256`, so that it says nobody's name. */
export function externalIdOf({ email }: Pick<CrmContact, 'email'>): string {
  return addressHash(email);
}

/** A record of a collection. */
export function leadRecord(externalId: string, { key, fields }: { key: string; fields: CrmChange }): Record<string, unknown> {
  return { attributes: { type: 'Lead' }, ...fitting(fields), [externalId]: key };
}

/** What is too long for a field that everybody has is cut: a title of three lines is no reason to lose somebody. */
export function fitting(fields: CrmChange): CrmChange {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const most = lengths[name];
      return [name, typeof value === 'string' && most !== undefined ? cut(value, most) : value];
    }),
  );
}

/** Whole characters: half of one is refused. */
function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}

/** What is sent for contacts, as a whole. */
export function leadCollection(externalId: string, contacts: readonly { key: string; fields: CrmChange }[]): object {
  return { allOrNone: false, records: contacts.map((contact) => leadRecord(externalId, contact)) };
}
