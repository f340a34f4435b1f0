import { companyName } from './company.ts';
import { companySignIn, type CompanySign } from './company-sign.ts';
import { withWords, type Changeable, type Words } from './content-fields.ts';
import { legalIn, type Legal } from './legal-details.ts';

/** The company's texts and addresses as they ship. The name, the offices' addresses and numbers and the social links are samples. */
export const shippedCompany: Company = {
  sample: true,
  siteVersion: '3.1.2',
  name: companyName,
  legalName: `${companyName} S.p.A.`,
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
};

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

/** What mails, reports and the desk say of the company. */
export type CompanyDetails = {
  name: string;
  legalName: string;
  platform: string;
  /** `Milan, Italy`. */
  offices: readonly string[];
  legal: Legal;
  sign: CompanySign;
};

/** The company as staff described it. @param words what the pages show in place of what ships */
export function companyIn(words: Words): CompanyDetails {
  const { name, legalName, platform, offices }: Changeable<Company> = withWords('company', shippedCompany, words);
  return { name, legalName, platform, offices: offices.map(officeLine), legal: legalIn(words), sign: companySignIn(words) };
}

/** `Milan, Italy`, with a short name for the United Kingdom. */
export function officeLine({ city, country, countryCode }: Pick<Office, 'city' | 'country' | 'countryCode'>): string {
  return `${city}, ${countryCode === 'GB' ? 'UK' : country}`;
}
