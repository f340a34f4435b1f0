import { expect, test } from 'vitest';
import { changesClocks, offsetName, zoneName } from './zone-days.ts';

test('a zone is named with its offset at the times that are shown, and without one where its clocks change between them', () => {
  const [march, april, may] = [2, 3, 4].map((month) => Date.UTC(2027, month, 1)) as [number, number, number];
  expect(zoneName('America/New_York', [march])).toBe('New York (GMT-5)');
  expect(zoneName('America/New_York', [april, may])).toBe('New York (GMT-4)');
  expect([zoneName('America/New_York', [march, april]), changesClocks('America/New_York', [march, april])]).toEqual(['New York', true]);
  expect([offsetName('Asia/Kolkata', march), zoneName('UTC', [march, may])]).toEqual(['GMT+5:30', 'UTC']);
});
