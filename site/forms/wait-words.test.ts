import { expect, it } from 'vitest';
import { waitWords } from './wait-words.ts';

it.each([
  [0, 'in a few seconds'],
  [5, 'in a few seconds'],
  [30, 'in 30 seconds'],
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3540, 'in 59 minutes'],
  [3541, 'in an hour'],
  [3601, 'in 2 hours'],
])('%i seconds is %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
