import { companyName } from '../../contract/company.ts';
import { legalName } from '../../contract/legal.ts';
import { declared } from './declared.ts';

/**
 * The company's texts and addresses. The name, the offices' addresses and numbers and the social links are samples: replace them first. Read by
 * frame, pages and structured data.
 */
export const company: Company = declared('company', {
  sample: true,
  siteVersion: '3.1.2',
  name: companyName,
  legalName,
  platform: 'Cognitive PRO',
  tagline: 'AI for Investment',
  description:
    'Ordinata builds AI-based investment tools, predictive technology for fund management and Cognitive PRO, a platform for portfolio and fund management.',
  offices: [
    {
      city: 'Milan',
      country: 'Italy',
      countryCode: 'IT',
      street: 'Via degli Esempi 12',
      postcode: '20121',
      phone: '+39 02 0000 0000',
      sample: true,
    },
    {
      city: 'London',
      country: 'United Kingdom',
      countryCode: 'GB',
      street: '3 Sample Court',
      postcode: 'EC2A 0AA',
      phone: '+44 20 7946 0000',
      sample: true,
    },
  ],
  socials: [
    { network: 'LinkedIn', href: 'https://www.linkedin.com/company/example', sample: true },
    { network: 'Instagram', href: 'https://www.instagram.com/example', sample: true },
    { network: 'Facebook', href: 'https://www.facebook.com/example', sample: true },
    { network: 'YouTube', href: 'https://www.youtube.com/@example', sample: true },
  ],
});

export type Company = {
  sample: boolean;
  /** The version in the footer, as the specification gives it; the package has another version (CHANGELOG.md). */
  siteVersion: string;
  name: string;
  legalName: string;
  platform: string;
  tagline: string;
  description: string;
  offices: readonly [headquarters: Office, ...others: Office[]];
  socials: readonly Social[];
};

export type Office = {
  city: string;
  country: string;
  countryCode: string;
  street: string;
  postcode: string;
  /** As shown, with the country's code. */
  phone: string;
  sample: boolean;
};

export type Social = { network: 'LinkedIn' | 'Instagram' | 'Facebook' | 'YouTube'; href: string; sample: boolean };
