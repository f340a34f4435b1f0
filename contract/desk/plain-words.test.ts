import { describe, expect, test } from 'vitest';
import { readAttribution } from '../api.ts';
import { forms } from '../forms/form-list.ts';
import { attributionWords, sourceWords } from './source-words.ts';

describe('what is stored under a name has words for staff', () => {
  test('where somebody came from', () => {
    const utm = { source: 'a', medium: 'a', campaign: 'a', term: 'a', content: 'a' };
    const { utm: named, ...rest } = readAttribution({ page: '/a', referrer: 'https://a.example/', utm });
    const names = [...Object.keys(rest), ...Object.keys(named!).map((name) => `utm_${name}`)];
    expect(names).toHaveLength(7);
    for (const name of names) expect(attributionWords(name)).not.toMatch(/^utm_|^[a-z]/);
  });

  test('which form it was', () => {
    for (const type of Object.keys(forms)) if (!['career', 'contacts'].includes(type)) expect(sourceWords('form', type)).not.toBe(type);
  });
});
