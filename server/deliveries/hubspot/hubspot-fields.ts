import type { Crm } from '../crm/crm.ts';

export const hubspot: Crm = {
  id: 'hubspot',
  name: 'HubSpot',
  records: 'contacts',
  setting: 'HUBSPOT_SECRET',
  address: 'email',
  field: /^[a-z][a-z0-9_]{0,99}$/,
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
