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

/** Path of an upsert of up to two hundred Leads, identified by their external id. */
export function upsertPath(externalId: string): string {
  return `/composite/sobjects/Lead/${externalId}`;
}

/** Standard fields of a Lead that can be written (Object Reference, Lead). */
const ownFields: readonly string[] = [
  'Salutation FirstName MiddleName LastName Suffix Title Company Pronouns GenderIdentity Phone MobilePhone Fax',
  'Email Website Description LeadSource Status Industry Rating Street City State StateCode PostalCode Country',
  'CountryCode Latitude Longitude GeocodeAccuracy AnnualRevenue NumberOfEmployees CompanyDunsNumber',
  'CurrencyIsoCode Jigsaw CleanStatus IsUnreadByOwner HasOptedOutOfEmail HasOptedOutOfFax DoNotCall OwnerId',
  'RecordTypeId PartnerAccountId IndividualId',
].flatMap((line) => line.split(' '));

/** Required fields of a Lead, with the placeholders that Salesforce's own web-to-lead uses. */
export const NOT_SAID: Readonly<Record<string, string>> = { LastName: '[not provided]', Company: '[not provided]' };

/** Greatest lengths of standard fields in characters (Object Reference, Lead). */
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

/** The external id: the hash that events call `emailSha256`, so that it reveals no address. */
export function externalIdOf({ email }: Pick<CrmContact, 'email'>): string {
  return addressHash(email);
}

/** One record of a collection. */
export function leadRecord(externalId: string, { key, fields }: { key: string; fields: CrmChange }): Record<string, unknown> {
  return { attributes: { type: 'Lead' }, ...fitting(fields), [externalId]: key };
}

/** Cuts values that are too long for a standard field: otherwise Salesforce would refuse the Lead. */
export function fitting(fields: CrmChange): CrmChange {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const most = lengths[name];
      return [name, typeof value === 'string' && most !== undefined ? cut(value, most) : value];
    }),
  );
}

/** Cuts between characters: half a surrogate pair would be refused. */
function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}

/** The body of an upsert of several Leads. */
export function leadCollection(externalId: string, contacts: readonly { key: string; fields: CrmChange }[]): object {
  return { allOrNone: false, records: contacts.map((contact) => leadRecord(externalId, contact)) };
}
