import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { excerpt, type Posting, type PostingMore } from '../../../contract/posting.ts';
import { present } from '../../../contract/checked.ts';
import { careers } from '../../content/careers.ts';
import { company } from '../../content/company.ts';
import { postings } from '../../content/postings.ts';
import { JobPostingData } from './job-posting-data.tsx';
import { Position } from './position.tsx';

const [built] = postings as [Posting];
const pay = { payFrom: 45_000, payTo: 60_000, payCurrency: 'EUR', payPer: 'YEAR' } as const;

function shown(change: Partial<Posting>) {
  const posting = { ...built, ...change };
  const page = renderToStaticMarkup(<Position posting={posting} />);
  const [, data = ''] = /<script[^>]*>(.*)<\/script>/s.exec(renderToStaticMarkup(<JobPostingData posting={posting} />)) ?? [];
  return { page, data: JSON.parse(data) as Record<string, unknown> };
}

test('what a position does not say is on no page', () => {
  const more: readonly (keyof PostingMore)[] = ['remote', 'country', 'payFrom', 'payTo', 'payCurrency', 'payPer'];
  expect(postings.filter((posting) => more.some((name) => posting[name] !== undefined))).toEqual([]);
  for (const posting of postings) {
    const { page, data } = shown(posting);
    expect(page).not.toContain(`<dt>${careers.facts.pay}</dt>`);
    expect(Object.keys(data).filter((name) => /salary|locationType|applicant/i.test(name))).toEqual([]);
    expect(page.match(/<h2/g)).toHaveLength(Object.keys(careers.parts).length);
  }
  expect(shown({ textSoftware: [], textNiceToHave: [] }).page.match(/<h2/g)).toHaveLength(Object.keys(careers.parts).length - 2);
  expect(shown({ textSoftware: [] }).data['description']).not.toContain(careers.parts.textSoftware);
});

test('the paragraphs of what the position is are those of the page and of its data, and one line on its card', () => {
  const textIntro = 'You write what visitors read.\n\nYou answer to the editor.';
  const { page, data } = shown({ textIntro });
  expect(page).toMatch(/<p[^>]*>You write what visitors read\.<\/p><p[^>]*>You answer to the editor\.<\/p>/);
  expect(data['description']).toContain('<p>You write what visitors read.</p><p>You answer to the editor.</p>');
  expect(excerpt(textIntro)).toBe('You write what visitors read. You answer to the editor.');
});

test('pay is the same for people and for search engines', () => {
  const { page, data } = shown(pay);
  expect(page).toContain('<dd>EUR 45,000 to 60,000 gross a year</dd>');
  const value = { '@type': 'QuantitativeValue', minValue: 45_000, maxValue: 60_000, unitText: 'YEAR' };
  expect(data['baseSalary']).toEqual({ '@type': 'MonetaryAmount', currency: 'EUR', value });
  const one = shown({ ...pay, payFrom: 3000, payTo: 3000, payPer: 'MONTH' });
  expect(one.page).toContain('<dd>EUR 3,000 gross a month</dd>');
  expect(one.data['baseSalary']).toMatchObject({ value: { value: 3000, unitText: 'MONTH' } });
});

test('remote work has a country and no place, a place the country that is named or its office’s', () => {
  const remote = shown({ remote: true, country: 'it' });
  expect(remote.page).toContain('<dd>Remote, in Italy</dd>');
  expect(remote.data).toMatchObject({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'Italy' },
  });
  expect(remote.data).not.toHaveProperty('jobLocation');
  const paris = shown({ title1: 'Paris | Data Science', country: 'fr' });
  expect(paris.page).toContain('<dd>Paris, France</dd>');
  expect(paris.data['jobLocation']).toMatchObject({ address: { addressLocality: 'Paris', addressCountry: 'FR' } });
  const office = present(company.offices[0]);
  const there = shown({ title1: `${office.city} | Data Science` });
  expect(there.data['jobLocation']).toMatchObject({ address: { streetAddress: office.street, addressCountry: office.countryCode } });
});
