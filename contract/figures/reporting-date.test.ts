import { describe, expect, test } from 'vitest';
import { dayOf, isoOf } from './days.ts';
import { dateLabel, dateOfEdition, editionOf, lastQuarterEnd, reportingDay, sampleDates } from './reporting-date.ts';

describe('a reporting date', () => {
  test.each([
    ['2024-12-31', 'Q4-2024', 'Q4-2024'],
    ['2025-03-31', 'Q1-2025', 'Q1-2025'],
    ['2025-06-30', 'Q2-2025', 'Q2-2025'],
    ['2025-09-30', 'Q3-2025', 'Q3-2025'],
    ['2024-11-14', 'to 14 Nov 2024', '2024-11-14'],
    ['2024-12-30', 'to 30 Dec 2024', '2024-12-30'],
    ['2024-11-30', 'to 30 Nov 2024', '2024-11-30'],
  ])('%s is called %s, and %s in file names', (iso, label, edition) => {
    expect([dateLabel(iso), editionOf(iso), dateOfEdition(edition)]).toEqual([label, edition, iso]);
  });

  test.each(['2024-12-31', 'Q5-2024', 'Q0-2024', '2024-Q1', '2024-02-30', 'x', ''])('%j names none in a file name', (edition) => {
    expect(dateOfEdition(edition)).toBeUndefined();
  });

  test.each([
    ['2024-12-31', '2024-12-31'],
    ['2025-01-01', '2024-12-31'],
    ['2025-03-30', '2024-12-31'],
    ['2025-03-31', '2025-03-31'],
    ['2025-05-02', '2025-03-31'],
    ['2025-11-14', '2025-09-30'],
  ])('on %s the last quarter ended on %s', (iso, end) => {
    expect(isoOf(lastQuarterEnd(dayOf(iso)!))).toBe(end);
  });

  test('of the samples is the later one of both groups', () => {
    expect(reportingDay(sampleDates)).toBe('2024-12-31');
  });
});
