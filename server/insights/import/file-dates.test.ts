import { describe, expect, test } from 'vitest';
import { disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { readFile, readMore, type Notes } from './record-file.ts';

const today = dayOf('2024-12-31')!;
const read = (lines: readonly string[], given: Notes = {}) =>
  readFile(lines.join('\n'), 'fund', { ...disclosedNotes, ...given }, { previous: undefined, today });
const withDates = (dates: readonly string[]) => ['date;portfolio', ...dates.map((date, t) => `${date};${100 + t}`)];

describe('dates are read as the column shows', () => {
  test.each([
    ['day first', ['29/11/2024', '02/12/2024', '3/12/2024']],
    ['month first', ['11/29/2024', '12/02/2024', '12/3/2024']],
    ['with points', ['29.11.2024', '2.12.2024', '3.12.2024']],
    ['with hyphens', ['29-11-2024', '02-12-2024', '03-12-2024']],
    ['year first', ['2024/11/29', '2024/12/02', '2024/12/03']],
    ['without signs', ['20241129', '20241202', '20241203']],
    ['with names', ['29 Nov 2024', '2 Dec 2024', '03-Dec-2024']],
    ['with names of other languages', ['29. November 2024', '2 dicembre 2024', '3 déc. 2024']],
    ['with the month named first', ['November 29, 2024', 'Dec 2, 2024', 'Dec 3, 2024']],
    ['with times', ['29/11/2024 00:00', '02/12/2024 00:00:00', '03/12/2024 23:59']],
  ])('%s', (_, dates) => {
    const reading = read(withDates(dates));
    expect(reading.ok ? Array.from(reading.imported.record.days, isoOf) : reading.faults).toEqual([
      '2024-11-29',
      '2024-12-02',
      '2024-12-03',
    ]);
  });

  test('and are asked where every line can be read both ways, with all other faults', () => {
    const lines = withDates(['02/12/2024', '03/12/2024', '04/12/2024']);
    expect(read(lines)).toEqual({
      ok: false,
      faults: [
        "line 2, column date: '02/12/2024' can be 2 December 2024 or 12 February 2024, and no line says which: give --dates day-first or --dates month-first",
      ],
      readings: [
        { text: '02/12/2024', dayFirst: '2024-12-02', monthFirst: '2024-02-12' },
        { text: '03/12/2024', dayFirst: '2024-12-03', monthFirst: '2024-03-12' },
        { text: '04/12/2024', dayFirst: '2024-12-04', monthFirst: '2024-04-12' },
      ],
    });
    expect(read([...lines, '05/12/2024;x'])).toMatchObject({
      faults: [/--dates/, /'x' is not a number/].map((one) => expect.stringMatching(one)),
    });
    expect(read(lines, { dates: 'day-first' })).toMatchObject({ ok: true });
    expect(read(['# dates: day-first', ...lines])).toMatchObject({ ok: true });
    expect(read(lines, { dates: 'sideways' })).toMatchObject({
      faults: ["--dates: 'sideways' is neither day-first nor month-first", expect.anything()],
    });
    const first = read(withDates(['2024-11-28', '2024-11-29']));
    const more = (given: Notes) =>
      readMore(lines.slice(0, 2).join('\n'), first.ok ? first.imported : expect.fail(), given, { today, rebase: false });
    expect(more({})).toMatchObject({ ok: false, readings: [{ text: '02/12/2024' }] });
    expect(more({ dates: 'day-first' })).toMatchObject({ ok: true });
  });

  test.each([
    ['01/01/2024 alone is read one way', ['01/01/2024', '02/02/2024'], { frequency: 'monthly' }, /not at the end of its month/],
    ['two orders in one file', ['29/11/2024', '12/30/2024'], {}, /line 3.*'12\/30\/2024' is not a date, day before month: write/],
    ['another order than was given', ['29/11/2024', '02/12/2024'], { dates: 'month-first' }, /line 2.*month before day/],
    ['two forms in one file', ['29/11/2024', '2024-12-02'], {}, /line 3.*'2024-12-02' is written unlike '29\/11\/2024' on line 2/],
    ['a year of two digits', ['29/11/24', '02/12/24'], {}, /'29\/11\/24' is not a date: write 2024-12-31/],
    ['a day that is none', ['31/11/2024', '02/12/2024'], {}, /'31\/11\/2024' is not a date/],
    ['a month that is none', ['29 Foo 2024', '30 Nov 2024'], {}, /'29 Foo 2024' is not a date/],
  ])('%s is refused in words', (_, dates, given, words) => {
    const reading = read(withDates(dates), given);
    expect(reading.ok ? [] : reading.faults.join('\n')).toMatch(words);
    expect(reading).not.toHaveProperty('readings');
  });
});

test('what spreadsheets leave around a table is no part of it', () => {
  const reading = read([
    'sep=;',
    '"# name: A; b";;;',
    '',
    'date;portfolio;Bonds;;',
    '2024-12-09;1.000,5;;;',
    '2024-12-10;1.001,5;50;;',
    ';;;;',
    ' ; ;',
  ]);
  expect(reading).toMatchObject({
    ok: true,
    imported: {
      about: { name: 'A; b', benchmark: 'Bonds' },
      record: { portfolio: Float64Array.of(1000.5, 1001.5), benchmark: Float64Array.of(Number.NaN, 50) },
    },
  });
  const wide = read(['date,portfolio' + ','.repeat(80), '2024-12-09,1' + ','.repeat(80), '2024-12-10,2' + ','.repeat(80)]);
  expect(wide).toMatchObject({ ok: true });
});
