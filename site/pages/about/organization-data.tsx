import { company } from '../../content/company.ts';
import { logoAddress } from '../../content/sign.ts';
import { socialImage } from '../../content/social.ts';
import { pageSetting } from '../../frame/page-setting.ts';

export function OrganizationData() {
  const origin = pageSetting('origin');
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${origin}/about#organization`,
    name: company.name,
    legalName: company.legalName,
    url: `${origin}/`,
    logo: origin + logoAddress(),
    image: origin + socialImage('home').src,
    description: company.description,
    slogan: company.tagline,
    address: company.offices.map(({ street, postcode, city, countryCode }) => ({
      '@type': 'PostalAddress',
      streetAddress: street,
      postalCode: postcode,
      addressLocality: city,
      addressCountry: countryCode,
    })),
    sameAs: company.socials.map(({ href }) => href),
  };
  // Escaped, so that no text can close the script element.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} />;
}
