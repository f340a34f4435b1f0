import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../contract/figures/days.ts';
import type { Frequency } from '../../../contract/portfolio.ts';
import { lagsAt, reaches } from './record-reach.ts';
import { proposedDate } from './reporting-state.ts';

const day = (iso: string) => dayOf(iso)!;

describe('a record lags where values are missing before a day', () => {
  test.each<[string, Frequency, string, string, boolean]>([
    ['its last day', 'daily', '2025-03-31', '2025-03-31', false],
    ['later days that it has', 'daily', '2025-06-30', '2025-03-31', false],
    ['a business day that it lacks', 'daily', '2025-03-28', '2025-03-31', true],
    ['a weekend', 'daily', '2025-08-29', '2025-08-31', false],
    ['Easter', 'daily', '2024-03-28', '2024-04-01', false],
    ['a year’s last day, which some exchanges close on', 'daily', '2024-12-30', '2024-12-31', false],
    ['a month', 'daily', '2024-11-29', '2024-12-31', true],
    ['one day', 'calendar', '2025-03-30', '2025-03-31', true],
    ['no day', 'calendar', '2025-03-31', '2025-03-31', false],
    ['a month that goes on', 'monthly', '2025-02-28', '2025-03-30', false],
    ['a month that is over', 'monthly', '2025-02-28', '2025-03-31', true],
    ['the end of its month, valued a weekend before', 'monthly', '2025-08-29', '2025-08-31', false],
  ])('%s (%s, %s to %s): %s', (_, frequency, last, asked, lags) => {
    expect(lagsAt({ frequency, lastDay: day(last) }, day(asked))).toBe(lags);
  });

  test('and does not reach a day before it begins', () => {
    const record = { frequency: 'daily', firstDay: day('2025-01-02'), lastDay: day('2025-03-31') } as const;
    expect([reaches(record, day('2025-01-01')), reaches(record, day('2025-01-02'))]).toEqual([false, true]);
  });
});

test('the quarter’s end that is proposed is the latest that all records reach, or else one of them', () => {
  const record = (first: string, last: string) => ({ frequency: 'daily' as const, firstDay: day(first), lastDay: day(last) });
  const reached = (...records: ReturnType<typeof record>[]) =>
    proposedDate(records, { after: day('2024-12-31'), today: day('2025-11-14') });
  expect(reached(record('2020-01-02', '2025-11-13'))).toBe(day('2025-09-30'));
  expect(reached(record('2020-01-02', '2025-11-13'), record('2021-01-04', '2025-09-29'))).toBe(day('2025-06-30'));
  expect(reached(record('2020-01-02', '2025-11-13'), record('2020-01-02', '2024-12-30'))).toBe(day('2025-09-30'));
  expect(reached(record('2020-01-02', '2025-01-31'))).toBeUndefined();
  expect(reached()).toBeUndefined();
});
