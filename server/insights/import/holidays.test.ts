import { describe, expect, test } from 'vitest';
import { dayOf } from '../../../contract/figures/days.ts';
import { isHoliday } from './holidays.ts';

describe('holidays', () => {
  test.each([
    ['New Year', '2024-01-01'],
    ['New Year, moved to the Monday', '2023-01-02'],
    ['New Year of a Saturday, in London', '2022-01-03'],
    ['Martin Luther King', '2024-01-15'],
    ['Presidents', '2024-02-19'],
    ['Good Friday', '2024-03-29'],
    ['Easter Monday', '2024-04-01'],
    ['Good Friday, early', '2008-03-21'],
    ['Easter Monday, late', '2011-04-25'],
    ['Labour Day', '2024-05-01'],
    ['Early May', '2024-05-06'],
    ['Memorial, Spring bank', '2024-05-27'],
    ['Juneteenth of a Sunday', '2022-06-20'],
    ['Independence of a Saturday', '2020-07-03'],
    ['Ferragosto', '2024-08-15'],
    ['Summer bank', '2024-08-26'],
    ['Labor Day', '2024-09-02'],
    ['Thanksgiving', '2024-11-28'],
    ['Christmas', '2024-12-25'],
    ['Boxing Day of a Saturday', '2020-12-28'],
    ['Christmas of a Saturday', '2021-12-27'],
    ['and its Boxing Day', '2021-12-28'],
    ['Christmas of a Sunday', '2022-12-27'],
    ['A state funeral', '2018-12-05'],
  ])('%s: %s', (_, iso) => {
    expect(isHoliday(dayOf(iso)!)).toBe(true);
  });

  test.each(['2024-01-02', '2024-03-28', '2024-04-02', '2024-07-05', '2024-11-27', '2023-12-27', '2024-12-30', '2020-07-06', '2024-06-18'])(
    'business as usual on %s',
    (iso) => {
      expect(isHoliday(dayOf(iso)!)).toBe(false);
    },
  );

  test('take less than a tenth of the weekdays of any year', () => {
    for (let year = 1990; year <= 2040; year++) {
      const days = Array.from({ length: 365 }, (_, t) => dayOf(`${year}-01-01`)! + t);
      expect(days.filter(isHoliday).length).toBeLessThan(32);
    }
  });
});
