import { describe, expect, test } from 'vitest';
import { readAttribution } from '../api.ts';
import { forms } from '../forms/form-list.ts';
import { NEWSLETTER } from '../forms/form.ts';
import { TALENT_POOL } from '../forms/talent-pool-consent.ts';
import { agreementWords } from './agreement-words.ts';
import { attributionWords, sourceWords } from './source-words.ts';

describe('what is stored under a name has words for staff', () => {
  test('where somebody came from', () => {
    const utm = { source: 'a', medium: 'a', campaign: 'a', term: 'a', content: 'a' };
    const { utm: named, ...rest } = readAttribution({ page: '/a', referrer: 'https://a.example/', visitorId: 'a', utm });
    const names = [...Object.keys(rest), ...Object.keys(named!).map((name) => `utm_${name}`)];
    expect(names).toHaveLength(8);
    for (const name of names) expect(attributionWords(name)).not.toMatch(/^utm_|^[a-z]/);
  });

  test('what they agreed to, and which form it was', () => {
    const purposes = [...new Set([...Object.values(forms).map(({ consent }) => consent.purpose), NEWSLETTER, TALENT_POOL])];
    for (const purpose of purposes)
      expect([purpose, agreementWords({ purpose, action: '' }).purpose]).toEqual([purpose, expect.stringMatching(/^[A-Z]/)]);
    for (const action of ['asked', 'confirmed', 'given', 'withdrawn'])
      expect(agreementWords({ purpose: 'marketing', action }).action).toMatch(/agreed|asked, not|withdrawn/);
    for (const type of Object.keys(forms)) if (!['career', 'contacts'].includes(type)) expect(sourceWords('form', type)).not.toBe(type);
  });
});
