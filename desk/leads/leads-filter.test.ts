import { expect, test } from 'vitest';
import { leadsAddress, filterFrom } from './leads-filter.ts';

test('a filter is in the address, and what was searched is not', () => {
  const filter = { view: 'mine', state: 'won', owner: 'p1', country: 'IT', campaign: 'a&b', sort: 'changed' } as const;
  expect(filterFrom(new URL(leadsAddress({ ...filter, search: 'ada@x.example' }), 'http://desk').search)).toEqual(filter);
  expect(leadsAddress({ search: 'ada@x.example' })).toBe('/leads');
});

test('what is no filter is left out', () => {
  expect(filterFrom('?view=all&state=perhaps&sort=&country=italy&search=ada&x=1&form=')).toEqual({});
});
