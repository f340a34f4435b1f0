import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { lostReasonOf, lostReasons, OTHER_REASON, REASON_WORDS } from './lost-reasons.ts';

test('a reason is one line: the chosen one, with words where there are any, or words alone', () => {
  expect(lostReasonOf('No budget', ' ')).toBe('No budget');
  expect(lostReasonOf('No budget', ' until April ')).toBe('No budget: until April');
  expect(lostReasonOf(OTHER_REASON, 'Moved to Mars')).toBe('Moved to Mars');
  expect([lostReasonOf(OTHER_REASON, ' '), lostReasonOf('', 'Moved')]).toEqual(['', '']);
  for (const reason of lostReasons) expect(lostReasonOf(reason, 'x'.repeat(REASON_WORDS)).length).toBeLessThanOrEqual(limits.line);
});
