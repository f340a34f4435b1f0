import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { countryOfPhone } from './phone-country.ts';

test.each([
  ['+39 02 1234567', 'IT'],
  ['0044 20 7946 0958', 'GB'],
  ['+1 (204) 555-0100', 'CA'],
  ['+1 212 555 0100', 'US'],
  ['+1 684 733 1234', 'AS'],
  ['+7 700 000 0000', 'KZ'],
  ['+39 06698 1234', 'VA'],
])('%s is of %s', (phone, country) => {
  expect(countryOfPhone(phone)).toBe(country);
});

test.each(['02 1234567', '', '+', '+999 1', 'abc'])('%s is of no known country', (phone) => {
  expect(countryOfPhone(phone)).toBeUndefined();
});

test('every country of the list is found by its dial code', () => {
  for (const [name, iso2, dialCode, , , areas] of countries) {
    const found = countryOfPhone(`+${dialCode}${areas?.[0] ?? ''}`);
    const sharing = countries.filter(([, , code]) => code === dialCode).length > 1;
    if (!sharing || areas?.[0] !== undefined) expect([name, found]).toEqual([name, iso2.toUpperCase()]);
  }
});
