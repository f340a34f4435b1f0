import { describe, expect, test } from 'vitest';
import { forms } from '../forms/form-list.ts';
import { NEWSLETTER } from '../forms/form.ts';
import { TALENT_POOL } from '../forms/talent-pool-consent.ts';
import { byPurpose, purposeWords, recordWords, standingWords } from './agreement-words.ts';

const record = (purpose: string, action: string, at: number) => ({ purpose, action, at });
const standing = (purpose: string, ...actions: string[]) => standingWords(actions.map((action, at) => record(purpose, action, at)));

describe('what holds of a consent', () => {
  test('is what was last said of it', () => {
    expect(standing('marketing')).toBe('No');
    expect(standing('marketing', 'asked')).toBe('Agreed, not confirmed');
    expect(standing('marketing', 'asked', 'confirmed')).toBe('Agreed, confirmed');
    expect(standing('marketing', 'asked', 'confirmed', 'withdrawn')).toBe('Withdrawn');
    expect(standingWords([record('marketing', 'withdrawn', 2), record('marketing', 'confirmed', 1)])).toBe('Withdrawn');
  });

  test('waits for no confirmation where none is asked for', () => {
    expect(standing('message', 'asked')).toBe('Agreed');
    expect(standing('recruiting', 'asked')).toBe('Agreed');
    expect(standing('recruiting', 'asked', 'withdrawn')).toBe('Withdrawn');
  });

  test('goes on where somebody is asked once more', () => {
    expect(standing(TALENT_POOL, 'asked')).toBe('Asked, no answer yet');
    expect(standing(TALENT_POOL, 'asked', 'confirmed', 'asked')).toBe('Agreed');
    expect(standing(TALENT_POOL, 'asked', 'withdrawn', 'asked')).toBe('Withdrawn');
  });
});

test('each purpose stands once, its latest record first', () => {
  const records = [record('marketing', 'asked', 1), record(NEWSLETTER, 'asked', 1), record('marketing', 'confirmed', 1)];
  expect(byPurpose(records)).toEqual([
    ['marketing', [records[2], records[0]]],
    [NEWSLETTER, [records[1]]],
  ]);
});

test('each purpose that a form asks for has words, and each record', () => {
  const purposes = [...new Set([...Object.values(forms).map(({ consent }) => consent.purpose), NEWSLETTER, TALENT_POOL])];
  for (const purpose of purposes) {
    expect([purpose, purposeWords(purpose)]).toEqual([purpose, expect.stringMatching(/^[A-Z]/)]);
    for (const action of ['asked', 'confirmed', 'given', 'withdrawn']) {
      expect(recordWords({ purpose, action })).toMatch(/^[A-Z]/);
      expect(standing(purpose, action)).toMatch(/^[A-Z]/);
    }
  }
});
