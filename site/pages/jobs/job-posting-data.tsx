import type { Posting } from '../../../contract/posting.ts';
import { company } from '../../content/company.ts';
import { logoAddress } from '../../content/sign.ts';
import { pageSetting } from '../../frame/page-setting.ts';
import { cityOf, countryOf, paragraphsOf, payOf, postingSections } from './posting-sections.ts';

export function JobPostingData({ posting }: { posting: Posting }) {
  const data = JSON.stringify(dataOf(posting));
  // Escaped, so that no text can close the script element.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data.replaceAll('<', '\\u003c') }} />;
}

function dataOf(posting: Posting) {
  const origin = pageSetting('origin');
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: posting.title2,
    description: htmlOf(posting),
    identifier: { '@type': 'PropertyValue', name: company.name, value: posting.slug },
    datePosted: posting.datePosted,
    validThrough: `${posting.validThrough}T23:59:59Z`,
    employmentType: posting.employmentType,
    hiringOrganization: { '@type': 'Organization', name: company.name, sameAs: `${origin}/`, logo: origin + logoAddress() },
    ...placeOf(posting),
    ...salaryOf(posting),
    directApply: true,
  };
}

/** The place of work or, for a remote position, the country from which it may be worked. */
function placeOf(posting: Posting) {
  const country = countryOf(posting);
  if (posting.remote === true) {
    const required = country === undefined ? {} : { applicantLocationRequirements: { '@type': 'Country', name: country } };
    return { jobLocationType: 'TELECOMMUTE', ...required };
  }
  const office = company.offices.find(({ city }) => city === cityOf(posting));
  return {
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: office?.street,
        postalCode: office?.postcode,
        addressLocality: cityOf(posting),
        addressCountry: posting.country?.toUpperCase() ?? office?.countryCode,
      },
    },
  };
}

function salaryOf(posting: Posting) {
  const pay = payOf(posting);
  if (pay === undefined) return {};
  const { from, to, currency, per } = pay;
  const amount = from === to ? { value: from } : { minValue: from, maxValue: to };
  return { baseSalary: { '@type': 'MonetaryAmount', currency, value: { '@type': 'QuantitativeValue', ...amount, unitText: per } } };
}

/** The page's sections as HTML, which schema.org's JobPosting expects. */
function htmlOf(posting: Posting): string {
  return postingSections(posting)
    .map(({ title, text }) => {
      const body =
        typeof text === 'string'
          ? paragraphsOf(text)
              .map((one) => `<p>${escaped(one)}</p>`)
              .join('')
          : `<ul>${text.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`;
      return `<h2>${escaped(title)}</h2>${body}`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
