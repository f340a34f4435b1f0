import fc from 'fast-check';
import { expect, test } from 'vitest';
import { record, weekdays } from '../../../contract/figures/figures.testing.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { changesPast, compareRecords } from './record-changes.ts';

const days = weekdays('2024-01-01', '2024-06-28');

test('random edits of a record are told as what they are', () => {
  const index = fc.nat(days.length - 1);
  const edits = fc.record({
    lost: fc.uniqueArray(index, { maxLength: 40 }),
    added: fc.uniqueArray(index, { maxLength: 40 }),
    restated: fc.uniqueArray(
      fc.record({
        at: index,
        line: fc.constantFrom('portfolio' as const, 'benchmark' as const),
        by: fc.double({ min: 1e-6, max: 90, noNaN: true }),
      }),
      { selector: ({ at, line }) => `${at} ${line}` },
    ),
  });
  fc.assert(
    fc.property(edits, ({ lost, added, restated }) => {
      const whole = walk();
      const kept = (gone: readonly number[]) => days.map((_, t) => t).filter((t) => !gone.includes(t));
      fc.pre(kept([...added, ...lost]).length > 3);
      const before = part(whole, kept(added));
      const edited = { ...whole, portfolio: whole.portfolio.slice(), benchmark: whole.benchmark!.slice() };
      for (const { at, line, by } of restated) edited[line][at]! *= 1 + by;
      const after = part(edited, kept(lost));
      const changes = compareRecords(before, after);
      const inBoth = (t: number) => !lost.includes(t) && !added.includes(t);
      const sorted = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b).map((t) => days[t]!);
      expect(changes.added).toEqual(sorted(added.filter((t) => !lost.includes(t))));
      expect(changes.lost).toEqual(sorted(lost.filter((t) => !added.includes(t))));
      expect(changes.restated).toEqual(sorted(restated.map(({ at }) => at).filter(inBoth)));
      expect(changes.restatements).toHaveLength(restated.filter(({ at }) => inBoth(at)).length);
      expect(changes.inserted).toEqual(changes.added.filter((day) => day < before.days.at(-1)!));
      expect(changesPast(changes)).toBe(changes.inserted.length + changes.lost.length + changes.restated.length > 0);
    }),
  );
});

test('the same returns from another base restate nothing, unless a single value differs', () => {
  const before = walk();
  const scaled = {
    ...before,
    portfolio: before.portfolio.map((value) => value * 0.01),
    benchmark: before.benchmark!.map((value) => value * 7),
  };
  expect(compareRecords(before, scaled)).toMatchObject({ rescaled: true, restated: [], lost: [], added: [] });
  scaled.portfolio[50]! *= 1.01;
  expect(compareRecords(before, scaled)).toMatchObject({ rescaled: false, restated: days });
  expect(compareRecords(before, { ...before, portfolio: before.portfolio.map((value) => value * 1.0000000001) }).rescaled).toBe(false);
});

test('two days in common do not make another base of a wrong value', () => {
  const before = record('daily', days.slice(0, 2), Float64Array.of(100, 102));
  expect(compareRecords(before, { ...before, portfolio: Float64Array.of(10_000, 10_200) }).restated).toEqual(days.slice(0, 2));
});

test('a benchmark that goes, comes or begins later restates its days', () => {
  const before = walk();
  expect(compareRecords(before, { ...before, benchmark: undefined }).restated).toEqual(days);
  expect(compareRecords({ ...before, benchmark: undefined }, before).restated).toEqual(days);
  const later = before.benchmark!.slice().fill(Number.NaN, 0, 3);
  expect(compareRecords(before, { ...before, benchmark: later }).restated).toEqual(days.slice(0, 3));
});

test('the largest restatements come first', () => {
  const before = walk();
  const portfolio = before.portfolio.slice();
  portfolio[3]! *= 1.01;
  portfolio[9]! *= 0.5;
  const { restatements } = compareRecords(before, { ...before, portfolio });
  expect(restatements.map(({ day }) => day)).toEqual([days[9], days[3]]);
});

function walk(): TrackRecord {
  const line = (step: number) => Float64Array.from(days, (_, t) => 100 * (1 + 0.01 * Math.sin(step * t)) + t / 10);
  return { ...record('daily', days, line(1.3)), benchmark: line(2.1) };
}

function part(whole: TrackRecord, kept: readonly number[]): TrackRecord {
  const of = (line: Float64Array) => Float64Array.from(kept, (t) => line[t]!);
  return { ...whole, days: Int32Array.from(kept, (t) => days[t]!), portfolio: of(whole.portfolio), benchmark: of(whole.benchmark!) };
}
