import type { Crm, CrmChange, CrmContact } from '../crm/crm.ts';

/** Upserts up to a hundred contacts, identified by address. */
export const UPSERT = '/crm/v3/objects/contacts/batch/upsert';

/** HubSpot's default properties that look writable and are set by HubSpot alone. */
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

/** The records to send, one for each contact. */
export function hubspotInputs(contacts: readonly CrmContact[]): object[] {
  return contacts.map(({ email, fields }) => ({ idProperty: 'email', id: email, properties: texts(fields) }));
}

/** Property values as HubSpot takes them: all are texts, and '' clears a property. */
export function texts(fields: CrmChange): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value === null ? '' : String(value)]));
}
