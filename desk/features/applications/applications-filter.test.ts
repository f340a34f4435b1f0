import { expect, test } from 'vitest';
import { applicationsAddress, applicationsFilterFrom } from './applications-filter.ts';

test('a filter is in the address and comes back from it, without what was searched', () => {
  const filter = { stage: 'interview', position: 'Analyst & more', rating: 4, sample: false, sort: 'name' } as const;
  const address = applicationsAddress({ ...filter, search: 'Ada' });
  expect(address).not.toContain('Ada');
  expect(applicationsFilterFrom(new URL(address, 'http://desk').search)).toEqual(filter);
});

test('what is no filter is left out', () => {
  expect(applicationsFilterFrom('?stage=gone&rating=6&rating=2&sample=maybe&view=open&x=1&position=')).toEqual({ view: 'open' });
  expect(applicationsFilterFrom('?view=gone')).toEqual({ view: 'open' });
});

test('what is open is what an address without view or stage shows; all have an address of their own', () => {
  expect(applicationsFilterFrom('')).toEqual({ view: 'open' });
  expect(applicationsAddress({ view: 'open' })).toBe('/applications');
  expect(applicationsAddress({})).toBe('/applications?view=all');
  expect(applicationsFilterFrom('?view=all')).toEqual({});
});
