import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { weekdays } from '../../../contract/figures/figures.testing.ts';
import { readFile, readMore, type Imported, type Notes } from './record-file.ts';

const today = dayOf('2024-12-31')!;
const HEAD = 'date,portfolio,Bonds';
const days = weekdays('2024-09-02', '2024-12-20').map(isoOf);

describe('append', () => {
  test.each(['values', 'returns'] as const)('equals the whole import, wherever a file of %s is cut and however much it repeats', (kind) => {
    const move = (t: number, step: number) => Number((0.01 * Math.sin(t * step)).toFixed(6));
    const levels = [100, 50];
    const rows = days.map((day, t) => {
      const moves = [move(t, 1.7), move(t, 2.3)];
      moves.forEach((by, line) => (levels[line]! *= 1 + by));
      return [day, ...(kind === 'returns' ? (t === 0 ? ['', ''] : moves) : levels)].join(',');
    });
    const whole = first(rows, { kind });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: rows.length - 1 }), fc.nat(20), (cut, overlap) => {
        const more = rows.slice(Math.max(0, cut - overlap));
        const reading = readMore(text(more), first(rows.slice(0, cut), { kind }), { kind }, { today, rebase: false });
        expect(reading.ok && reading.imported).toEqual(whole);
      }),
    );
  });

  test('takes a single day, or a single month', () => {
    expect(append(['2024-12-11,104,51']).record.portfolio.at(-1)).toBe(104);
    const months = first(['2024-09-30,100,50', '2024-10-31,101,50'], {});
    const reading = readMore(text(['2024-11-29,1%,-0.5%']), months, { kind: 'returns' }, { today, rebase: false });
    expect(reading.ok && [...reading.imported.record.portfolio].at(-1)).toBeCloseTo(102.01, 12);
  });

  test('chains values of another base at the last day, where it is told so', () => {
    const more = ['2024-12-10,1000,1', '2024-12-11,1010,0.99'];
    expect(refuse(more)[0]).toBe('line 2, column portfolio: 1000, where the record has 103: append restates nothing, import does');
    const { record } = append(more, true);
    expect([record.portfolio.at(-1), record.benchmark!.at(-1)]).toEqual([expect.closeTo(104.03, 10), expect.closeTo(50.49, 10)]);
    expect(refuse(['2024-12-11,1010,0.99'], true)[0]).toContain('--rebase chains at 2024-12-10, which must be in the file');
    expect(refuse(['2024-12-09,900,1', '2024-12-10,1000,1', '2024-12-11,1010,1'], true)[0]).toContain('where the record has 102');
  });

  test.each<[string, string[], string]>([
    ['a day that has another value', ['2024-12-10,103.5,51', '2024-12-11,1,1'], '103.5, where the record has 103'],
    ['a day that the record leaves out', ['2024-12-07,1,1', '2024-12-11,1,1'], '2024-12-07 is no day of the record'],
    [
      'a day of the record left out',
      ['2024-12-06,101,50', '2024-12-10,103,51', '2024-12-11,1,1'],
      'leaves out 2024-12-09, which the record has',
    ],
    ['a gap after the last day', ['2024-12-13,104,51'], 'a gap: nothing for 2 business days, 2024-12-11 to 2024-12-12'],
    ['nothing new', ['2024-12-09,102,50', '2024-12-10,103,51'], "there is nothing after 2024-12-10, the record's last day"],
    ['an empty cell', ['2024-12-11,104,', '2024-12-12,104,1'], 'there is no value for this date'],
    ['a day to come', ['2025-01-02,104,1'], '2025-01-02 is in the future'],
  ])('refuses %s', (_, rows, words) => {
    expect(refuse(rows).join('\n')).toContain(words);
  });

  test('refuses benchmarks that changed places, or are not those of the record', () => {
    const two = readFile(['date,portfolio,A,B', '2024-12-09,1,2,3', '2024-12-10,1,2,3'].join('\n'), 'two', disclosedNotes, {
      previous: undefined,
      today,
    });
    const more = (head: string) => readMore(`${head}\n2024-12-11,1,2,3`, two.ok ? two.imported : never(), {}, { today, rebase: false });
    expect(more('date,portfolio,A,B').ok).toBe(true);
    expect(more('date,portfolio,B,A')).toMatchObject({
      ok: false,
      faults: [expect.stringContaining("is called 'A'"), expect.stringContaining("is called 'B'")],
    });
    expect(more('date,portfolio,A')).toMatchObject({ ok: false, faults: [expect.stringContaining('the record has two benchmarks')] });
  });
});

test('Italian numbers are read, thousands and all', () => {
  const semicolons = (rows: readonly string[]) =>
    readFile(['date;portfolio', ...rows].join('\n'), 'x', disclosedNotes, { previous: undefined, today });
  const read = semicolons(['2024-12-09;1.002,5', '2024-12-10;1.003', '2024-12-11;12.345.678,25']);
  expect(read.ok && [...read.imported.record.portfolio]).toEqual([1002.5, 1003, 12_345_678.25]);
  const points = semicolons(['2024-12-09;100.5', '2024-12-10;1.003']);
  expect(points.ok && [...points.imported.record.portfolio]).toEqual([100.5, 1.003]);
  expect(semicolons(['2024-12-09;100,5', '2024-12-10;101.5'])).toMatchObject({
    ok: false,
    faults: [expect.stringContaining('has a point')],
  });
});

function text(rows: readonly string[]): string {
  return [HEAD, ...rows].join('\n');
}

function first(rows: readonly string[], given: Notes): Imported {
  const reading = readFile(text(rows), 'fund', { ...disclosedNotes, ...given }, { previous: undefined, today });
  return reading.ok ? reading.imported : never();
}

const former = () => first(['2024-12-05,100,50', '2024-12-06,101,50', '2024-12-09,102,50', '2024-12-10,103,51'], {});

function append(rows: readonly string[], rebase = false): Imported {
  const reading = readMore(text(rows), former(), {}, { today, rebase });
  return reading.ok ? reading.imported : never();
}

function refuse(rows: readonly string[], rebase = false): readonly string[] {
  const reading = readMore(text(rows), former(), {}, { today, rebase });
  return reading.ok ? [] : reading.faults;
}

function never(): never {
  throw new Error('it was refused');
}
