import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { dayOf, isoOf, weekdayOf } from '../../../contract/figures/days.ts';
import { exampleRecord } from '../../../contract/figures/example-record.ts';
import { idOfFile, readFile, type Notes } from './record-file.ts';
import { writeFile } from './write-record.ts';

const today = dayOf('2024-12-31')!;
const HEAD = 'date,portfolio,Euro Bonds,World Equity';
const WEEK = [
  '2024-12-09,100,50,10',
  '2024-12-10,101,50.5,10.2',
  '2024-12-11,100.5,50.25,10.1',
  '2024-12-12,102,51,10.3',
  '2024-12-13,103,51,10.4',
];

test('the example that the desk shows is read as it is', () => {
  const { text, name, excerpt } = exampleRecord;
  expect(text.split('\n')).toEqual(expect.arrayContaining(excerpt.filter((line) => line !== '…')));
  const reading = readFile(text, idOfFile(text, 'another.csv', {}), {}, { previous: undefined, today });
  expect(reading).toMatchObject({ ok: true, imported: { id: name.replace('.csv', ''), record: { frequency: 'monthly' } } });
});

describe('a file of values', () => {
  test('is a portfolio with its benchmarks', () => {
    const imported = accept([HEAD, ...WEEK]);
    expect(imported.record.frequency).toBe('daily');
    expect([...imported.record.days].map(isoOf)).toEqual(['2024-12-09', '2024-12-10', '2024-12-11', '2024-12-12', '2024-12-13']);
    expect([...imported.record.portfolio]).toEqual([100, 101, 100.5, 102, 103]);
    expect([...imported.record.benchmark2!]).toEqual([10, 10.2, 10.1, 10.3, 10.4]);
    expect(imported.about).toMatchObject({ name: 'my-fund', benchmark: 'Euro Bonds', benchmark2: 'World Equity' });
  });

  test('says what it is in its first lines; the command line wins', () => {
    const notes = ['# name: Global Balanced', '# short-name: Balanced', '# group: cognitive', '# description: A, B and "C"'];
    expect(accept([...notes, HEAD, ...WEEK])).toMatchObject({
      group: 'cognitive',
      about: { name: 'Global Balanced', shortName: 'Balanced', description: 'A, B and "C"' },
    });
    expect(accept([...notes, HEAD, ...WEEK], { name: 'Other', group: 'website' })).toMatchObject({
      group: 'website',
      about: { name: 'Other' },
    });
  });

  test('may come from a spreadsheet: BOM, CRLF, semicolons, decimal commas, quotes', () => {
    const lines = ['date;"My Fund";"Bonds; hedged"', '2024-12-09;100,5;1', '2024-12-10;"101,5";1,5'];
    const imported = accept([`\uFEFF${lines.join('\r\n')}\r\n`]);
    expect([...imported.record.portfolio]).toEqual([100.5, 101.5]);
    expect(imported.about).toMatchObject({ name: 'My Fund', benchmark: 'Bonds; hedged' });
  });

  test('may skip weekends and holidays, and what is said to be closed', () => {
    const easter = ['2024-03-28,100', '2024-04-02,101'];
    expect(accept(['date,portfolio', ...easter]).record.days).toHaveLength(2);
    const skipped = ['2024-12-09,100', '2024-12-10,100', '2024-12-12,101'];
    expect(refuse(['date,portfolio', ...skipped])).toEqual([
      'line 4, column date: a gap: nothing for 1 business day, 2024-12-11. A closed market is named by --closed',
    ]);
    expect(accept(['date,portfolio', ...skipped], { closed: '2024-12-11' }).record.days).toHaveLength(3);
  });

  test.each([
    [
      [
        'Alpine - monthly NAV',
        'Class I, net of fees. Source: administration',
        '',
        'Date,NAV,MSCI World',
        '31/01/2024,"1,012.37","2,712.40"',
        '29/02/2024,998.5,"2,800.10"',
        ',,',
        ',,',
      ],
    ],
    [['Alpine;;', '"Date";NAV;MSCI World', '31/01/2024;1,012.37;2,712.40', '29/02/2024;998.5;2,800.10', ';;']],
  ])('may be as people have it: titles above the head, thousands between commas, blank rows behind: %j', (lines) => {
    const { record, about } = accept(lines);
    expect([about.name, about.benchmark, [...record.portfolio], [...record.benchmark!]]).toEqual([
      'my-fund',
      'MSCI World',
      [1012.37, 998.5],
      [2712.4, 2800.1],
    ]);
  });

  test('has no title that begins with a number, and no comma where a point may be missing', () => {
    expect(refuse(['2024-01-30,99', 'date,pf', '2024-01-31,100', '2024-02-29,101'])).toContain(
      "line 1, column 2024-01-30: the first column must be called 'date'",
    );
    expect(refuse(['date,pf', '2024-01-31,"1,012"', '2024-02-29,"1,01.5"'])).toEqual([
      "line 2, column pf: '1,012' is not a number: write 1234.56",
      "line 3, column pf: '1,01.5' is not a number: write 1234.56",
    ]);
  });

  test('may be of months, or of every day', () => {
    expect(accept(['date,pf', '2024-01-31,1', '2024-02-29,1', '2024-03-28,1', '2024-04-30,1']).record.frequency).toBe('monthly');
    expect(accept(['date,pf', ...Array.from({ length: 14 }, (_, t) => `${isoOf(today - 13 + t)},${t + 1}`)]).record.frequency).toBe(
      'calendar',
    );
  });

  test('may have a benchmark that begins later', () => {
    const { record } = accept(['date,portfolio,Late', '2024-12-09,1,', '2024-12-10,2,', '2024-12-11,3,7']);
    expect([...record.benchmark!]).toEqual([Number.NaN, Number.NaN, 7]);
  });

  test('reads back from what is written of it', () => {
    const imported = accept(['# name: A', '# sub-name: b', HEAD, ...WEEK]);
    expect(accept([writeFile(imported)])).toEqual(imported);
  });
});

describe('a file of returns', () => {
  test('has its base on its first row, where that is empty', () => {
    const { record } = accept(['date,pf,bm', '2024-12-09,,', '2024-12-10,0.01,2%', '2024-12-11,-0.5,-1.5 %'], { kind: 'returns' });
    expect([...record.portfolio]).toEqual([1, 1.01, 0.505]);
    expect(record.benchmark![2]).toBeCloseTo(1.02 * 0.985, 12);
    expect(isoOf(record.days[0]!)).toBe('2024-12-09');
  });

  test('has its base at the end of the period before, where the first row is a return', () => {
    expect(isoOf(accept(['date,pf', '2024-12-09,0.01', '2024-12-10,0.01'], { kind: 'returns' }).record.days[0]!)).toBe('2024-12-06');
    expect(isoOf(accept(['date,pf', '2024-02-29,0.01', '2024-03-31,0.01'], { kind: 'returns' }).record.days[0]!)).toBe('2024-01-31');
  });

  test('has a benchmark that begins later on its base', () => {
    const { record } = accept(['date,pf,bm', '2024-12-09,0.1,', '2024-12-10,0.1,0.5', '2024-12-11,0.1,-0.5'], { kind: 'returns' });
    expect([...record.benchmark!]).toEqual([Number.NaN, 1, 1.5, 0.75]);
  });

  test('is refused when it loses everything, or forgets its percent', () => {
    expect(refuse(['date,pf', '2024-12-09,-1', '2024-12-10,12.5'], { kind: 'returns' })).toEqual([
      'line 2, column pf: -1 is a loss of everything or more: returns are fractions (-0.0123) or percent with their sign (-1.23%)',
      'line 3, column pf: 12.5 is more than 1000%: returns are fractions (0.0123) or percent with their sign (1.23%)',
    ]);
  });
});

describe('a file is refused with line and column', () => {
  const [one, two, three, four, five] = WEEK as [string, string, string, string, string];
  test.each<[string, string[], string[]]>([
    ['a date twice', [HEAD, one, two, two, three], ['line 4, column date: 2024-12-10 is on line 3 already: leave one of them out']],
    [
      'dates out of order',
      [HEAD, two, one, three],
      ['line 3, column date: 2024-12-09 is before 2024-12-10: dates must ascend, so sort the lines'],
    ],
    ['a date to come', [HEAD, '2024-12-31,1,1,1', '2025-01-02,1,1,1'], ['line 3, column date: 2025-01-02 is in the future: leave it out']],
    [
      'a date that is none',
      [HEAD, one, '31/12/2024,1,1,1'],
      ["line 3, column date: '31/12/2024' is written unlike '2024-12-09' on line 2: write all dates alike, such as 2024-12-31"],
    ],
    ['a day that is none', [HEAD, one, '2023-02-29,1,1,1'], ["line 3, column date: '2023-02-29' is not a date: write 2024-12-31"]],
    [
      'a gap of days',
      [HEAD, one, five],
      ['line 3, column date: a gap: nothing for 3 business days, 2024-12-10 to 2024-12-12. A closed market is named by --closed'],
    ],
    [
      'a gap of months',
      ['date,pf', '2024-01-31,1', '2024-02-29,1', '2024-04-30,1'],
      ['line 4, column date: a gap: no month between 2024-02-29 and 2024-04-30'],
    ],
    ['a weekend', [HEAD, five, '2024-12-14,1,1,1', '2024-12-16,1,1,1'], ['line 3, column date: 2024-12-14 is a Saturday: leave it out']],
    [
      'zero',
      [HEAD, one, '2024-12-10,0,1,1'],
      ['line 3, column portfolio: 0 is not positive: if the file has returns, say so by --kind returns'],
    ],
    [
      'less than zero',
      [HEAD, one, '2024-12-10,1,-3,1'],
      ['line 3, column Euro Bonds: -3 is not positive: if the file has returns, say so by --kind returns'],
    ],
    ['no number', [HEAD, one, '2024-12-10,1,1,n/a'], ["line 3, column World Equity: 'n/a' is not a number: write 1234.56"]],
    [
      'not even a number',
      [HEAD, one, '2024-12-10,NaN,Infinity,0x10'],
      [
        "line 3, column portfolio: 'NaN' is not a number: write 1234.56",
        "line 3, column Euro Bonds: 'Infinity' is not a number: write 1234.56",
        "line 3, column World Equity: '0x10' is not a number: write 1234.56",
      ],
    ],
    [
      'too large a number',
      [HEAD, one, '2024-12-10,1e999,1,1'],
      ["line 3, column portfolio: '1e999' is too large: is a decimal point missing?"],
    ],
    [
      'a benchmark without a date of the portfolio',
      [HEAD, one, two, '2024-12-11,1,,1', four],
      ['line 4, column Euro Bonds: there is no value for this date: give one, or leave the line out'],
    ],
    [
      'a benchmark with a date of its own',
      [HEAD, one, '2024-12-10,,1,1', three],
      ['line 3, column portfolio: there is no value for this date: give one, or leave the line out'],
    ],
    [
      'a row too short',
      [HEAD, one, '2024-12-10,1,1', three],
      [
        'line 3: 3 cells, where the head has 4: give as many',
        'line 3, column World Equity: there is no value for this date: give one, or leave the line out',
      ],
    ],
    [
      'an empty column',
      ['date,pf,bm', '2024-12-09,1,', '2024-12-10,1,'],
      ['line 1, column bm: the column is empty: fill it, or leave it out'],
    ],
    ['too many columns', ['date,a,b,c,d', ...WEEK], ['line 1: columns must be: date, the portfolio, and at most two benchmarks']],
    ['no head', [one, two], ["line 1, column 2024-12-09: the first column must be called 'date'", 'line 1: at least two dates are needed']],
    ['nothing in it', [''], ['line 1: the file is empty: it needs a head, and a line for each date']],
    ['one date', [HEAD, one], ['line 1: at least two dates are needed']],
    ['an unknown group', ['# group: secret', HEAD, one, two], ["line 1, group: 'secret' is neither website nor cognitive"]],
  ])('%s', (_, lines, faults) => {
    expect(refuse(lines)).toEqual(faults);
  });

  test('all faults are told, in the order of the file', () => {
    expect(refuse([HEAD, one, '2024-12-10,0,1,1', '2024-12-11,1,x,1', two])).toEqual([
      'line 3, column portfolio: 0 is not positive: if the file has returns, say so by --kind returns',
      "line 4, column Euro Bonds: 'x' is not a number: write 1234.56",
      'line 5, column date: 2024-12-10 is on line 3 already: leave one of them out',
    ]);
  });

  test('whatever the text is, it is accepted or refused with words', () => {
    const cell = fc.oneof(fc.constantFrom('date', '2024-12-09', '2024-12-10', '1', '-1', '', '"', '1%', 'x', '#', ' '), fc.string());
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }), fc.constantFrom(',', ';', '\t'), (rows, separator) => {
        const reading = readFile(rows.map((row) => row.join(separator)).join('\n'), 'id', disclosedNotes, { previous: undefined, today });
        expect(reading.ok || reading.faults.length > 0).toBe(true);
      }),
    );
  });

  test('one business day taken out of any week is a gap, a duplicate line is a duplicate', () => {
    const days = Array.from({ length: 600 }, (_, t) => today - 599 + t).filter((day) => weekdayOf(day) % 6 !== 0);
    const rows = days.map((day, t) => `${isoOf(day)},${100 + t}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: rows.length - 2 }), (at) => {
        const doubled = refuse(['date,pf', ...rows.toSpliced(at, 0, rows[at]!)]);
        expect(doubled).toEqual([`line ${at + 3}, column date: ${isoOf(days[at]!)} is on line ${at + 2} already: leave one of them out`]);
        const reading = readFile(['date,pf', ...rows.toSpliced(at, 1)].join('\n'), 'id', disclosedNotes, { previous: undefined, today });
        if (!reading.ok) expect(reading.faults[0]).toContain(`line ${at + 2}, column date: a gap`);
      }),
    );
  });
});

function accept(lines: readonly string[], given: Notes = {}) {
  const reading = readFile(lines.join('\n'), 'my-fund', { ...disclosedNotes, ...given }, { previous: undefined, today });
  if (!reading.ok) throw new Error(reading.faults.join('\n'));
  return reading.imported;
}

function refuse(lines: readonly string[], given: Notes = {}): readonly string[] {
  const reading = readFile(lines.join('\n'), 'my-fund', { ...disclosedNotes, ...given }, { previous: undefined, today });
  return reading.ok ? [] : reading.faults;
}
