import { expect, test } from 'vitest';
import { leadsInput, leadsFilterFrom, leadsAddress, unfiltered } from './leads-filter.ts';

test('a filter is in the address, and is read from it as it was', () => {
  const filter = {
    view: 'mine',
    state: 'won',
    owner: 'p1',
    country: 'IT',
    campaign: 'a&b',
    sort: 'changed',
    confirmed: 'no',
    from: '2026-11-01',
    to: '2026-11-30',
  } as const;
  expect(leadsFilterFrom(new URL(leadsAddress(filter), 'http://desk').search)).toEqual(filter);
  expect(leadsAddress({})).toBe('/leads');
});

test('what is no filter is left out', () => {
  expect(leadsFilterFrom('?view=all&state=perhaps&sort=&country=italy&search=ada&x=1&form=&confirmed=true&from=today&to=2026-1-1')).toEqual(
    {},
  );
});

test('days are those of whoever looks, the last one whole, and nobody is nobody', () => {
  const asked = leadsInput({ from: '2026-10-24', to: '2026-10-25', confirmed: 'no', owner: 'nobody', view: 'new' }, 'ada');
  expect(asked).toEqual({
    view: 'new',
    since: new Date(2026, 9, 24).getTime(),
    until: new Date(2026, 9, 26).getTime(),
    verified: false,
    owner: null,
    search: 'ada',
  });
  expect(leadsInput({ confirmed: 'yes', owner: 'p1' })).toEqual({ verified: true, owner: 'p1' });
  expect(leadsInput({ to: '2026-12-31' })).toEqual({ until: new Date(2027, 0, 1).getTime() });
});

test('without its filters a list has its saved view and its order', () => {
  expect(unfiltered({ view: 'mine', sort: 'name', state: 'won', from: '2026-11-01', owner: 'nobody' })).toEqual({
    view: 'mine',
    sort: 'name',
  });
  expect(unfiltered({ form: 'generic' })).toEqual({});
});
