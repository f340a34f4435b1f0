import type { Posting } from '../../../contract/posting.ts';
import { company } from '../../content/company.ts';
import { pageSetting } from '../../frame/page-setting.ts';
import { postingSections, cityOf } from './posting-sections.ts';

export function JobPostingData({ posting }: { posting: Posting }) {
  const data = JSON.stringify(dataOf(posting));
  // Escaped, so that no text can close the script element.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: data.replaceAll('<', '\\u003c') }} />;
}

function dataOf(posting: Posting) {
  const origin = pageSetting('origin');
  const office = company.offices.find(({ city }) => city === cityOf(posting));
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: posting.title2,
    description: htmlOf(posting),
    identifier: { '@type': 'PropertyValue', name: company.name, value: posting.slug },
    datePosted: posting.datePosted,
    validThrough: `${posting.validThrough}T23:59:59Z`,
    employmentType: posting.employmentType,
    hiringOrganization: { '@type': 'Organization', name: company.name, sameAs: `${origin}/`, logo: `${origin}/icon-512.png` },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: office?.street,
        postalCode: office?.postcode,
        addressLocality: cityOf(posting),
        addressCountry: office?.countryCode,
      },
    },
    directApply: true,
  };
}

/** The page's sections as HTML, which schema.org's JobPosting expects. */
function htmlOf(posting: Posting): string {
  return postingSections(posting)
    .map(({ title, text }) => {
      const body =
        typeof text === 'string' ? `<p>${escaped(text)}</p>` : `<ul>${text.map((point) => `<li>${escaped(point)}</li>`).join('')}</ul>`;
      return `<h2>${escaped(title)}</h2>${body}`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
