import { expect, test } from 'vitest';
import { phoneLink, spacedPhone } from './phone-link.ts';

test.each([
  ['+39 02 1234567', 'tel:+39021234567'],
  ['0044 20 7946 0958', 'tel:+442079460958'],
  ['+44 (0)20-7946.0958', 'tel:+442079460958'],
  ['02 123 45 67', 'tel:021234567'],
  ['call me', undefined],
  ['12', undefined],
])('%s is dialled as %s', (value, address) => {
  expect(phoneLink(value)).toBe(address);
});

test.each([
  ['+390212345678', '+39 021 234 5678'],
  ['+12025550123', '+1 202 555 0123'],
  ['+35312345678', '+353 123 456 78'],
  ['+39 02 1234567', '+39 02 1234567'],
  ['021234567', '021234567'],
  ['call me', 'call me'],
])('%s is read as %s', (value, words) => {
  expect(spacedPhone(value)).toBe(words);
});
