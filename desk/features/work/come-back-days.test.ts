import { expect, test } from 'vitest';
import { comeBackDays } from './come-back-days.ts';

test.each([
  // A Sunday at the end of the year, a Monday, a Tuesday before midnight.
  [new Date(2026, 11, 27, 9), ['2026-12-27', '2026-12-28', '2026-12-28', '2027-01-03']],
  [new Date(2026, 10, 23, 9), ['2026-11-23', '2026-11-24', '2026-11-30', '2026-11-30']],
  [new Date(2026, 10, 24, 23, 59), ['2026-11-24', '2026-11-25', '2026-11-30', '2026-12-01']],
])('the days to come back on, offered on %s', (now, days) => {
  expect(comeBackDays(now).map(([, day]) => day)).toEqual(days);
});
