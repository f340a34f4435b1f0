import { expect, test } from 'vitest';
import { pages } from '../pages.ts';
import { pageWords, sourceChoices } from './source-words.ts';

test('choices are in the order of their words, and no two of them read the same', () => {
  expect(sourceChoices('caller', ['old_button', 'home_bad', '0'])).toEqual([
    ['0', 'A form elsewhere (0)'],
    ['old_button', 'A form elsewhere (old_button)'],
    ['home_bad', 'Header or home page, Book a demo'],
  ]);
  expect(sourceChoices('caller', ['0'])).toEqual([['0', 'A form elsewhere']]);
});

test('a page is named in words with its address, and what is none by the address alone', () => {
  expect(pageWords('/')).toBe('Home (/)');
  for (const { path } of pages) expect(pageWords(path)).toMatch(/^\w.* \(\/.*\)$/);
  expect(pageWords('/no-such-page')).toBe('/no-such-page');
});
