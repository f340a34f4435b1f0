import { expect, test } from 'vitest';
import { sourceChoices } from './source-words.ts';

test('choices are in the order of their words, and no two of them read the same', () => {
  expect(sourceChoices('caller', ['old_button', 'home_bad', '0'])).toEqual([
    ['0', 'A form elsewhere (0)'],
    ['old_button', 'A form elsewhere (old_button)'],
    ['home_bad', 'Header or home page, Book a demo'],
  ]);
  expect(sourceChoices('caller', ['0'])).toEqual([['0', 'A form elsewhere']]);
});
