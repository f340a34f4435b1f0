import { expect, test } from 'vitest';
import { retention, retentionSettings, retentionWords } from './retention-periods.ts';

test('a period is said in words, and none where there is none', () => {
  expect(retentionWords('KEEP_SPAM_DAYS', 1)).toBe('one day after they came');
  expect(retentionWords('KEEP_SPAM_DAYS', 90)).toBe('90 days after they came');
  expect(retentionWords('KEEP_SPAM_DAYS', 365)).toBe('one year after they came');
  expect(retentionWords('KEEP_SPAM_DAYS', 1095)).toBe('3 years after they came');
  expect(retentionWords('KEEP_SUPPRESSIONS_DAYS', 0)).toMatch(/^You ask us/);
});

test.each(retentionSettings)('%s is as long by default as it may be set', (setting) => {
  const { days, least } = retention[setting];
  expect(days === 0 || days >= least).toBe(true);
});
