import type { Crm, CrmChange, CrmContact } from '../crm/crm.ts';

/** Up to a hundred contacts, known by their address. */
export const UPSERT = '/crm/v3/objects/contacts/batch/upsert';

/** Of HubSpot’s default properties those that nobody else writes, and that look as if somebody could. */
const readOnly: readonly string[] = ['createdate', 'lastmodifieddate', 'hs_object_id', 'hs_lastmodifieddate', 'hs_createdate'];

export const hubspot: Crm = {
  id: 'hubspot',
  name: 'HubSpot',
  records: 'contacts',
  setting: 'HUBSPOT_SECRET',
  address: 'email',
  field: /^[a-z][a-z0-9_]{0,99}$/,
  fieldRule: 'a small letter, then small letters, digits and underscores, at most 100: as the internal name there',
  nameFault: (field) => (readOnly.includes(field) ? `HubSpot writes ${field} itself` : undefined),
  upsertCall: () => `POST ${UPSERT}`,
  upsertBody: (contacts) => ({ inputs: hubspotInputs(contacts) }),
  mapping: {
    firstname: 'answers.name',
    lastname: 'answers.surname | answers.lastname',
    company: 'answers.company',
    phone: 'answers.phone',
    jobtitle: 'answers.role',
    lifecyclestage: '"lead"',
    hs_legal_basis: 'consent.marketing ? "Freely given consent from contact"',
  },
};

/** What is sent for each contact. */
export function hubspotInputs(contacts: readonly CrmContact[]): object[] {
  return contacts.map(({ email, fields }) => ({ idProperty: 'email', id: email, properties: texts(fields) }));
}

/** Every property is a text there, and an empty one clears it. */
export function texts(fields: CrmChange): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]));
}
