import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFrom, dayOf, weekdayOf } from '../../../contract/figures/days.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { Frequency } from '../../../contract/portfolio.ts';
import { digestOf } from '../records/records.ts';
import { readFile, type Imported } from './record-file.ts';
import { writeFile } from './write-record.ts';

const today = dayOf('2024-12-31')!;

const everyDay = Array.from({ length: 60 }, (_, t) => today - 59 + t);
/** Days that a record of a frequency can have; a daily one with closed days anywhere. */
const daysOf: Readonly<Record<Frequency, fc.Arbitrary<number[]>>> = {
  daily: fc.subarray(
    everyDay.filter((day) => weekdayOf(day) % 6 !== 0),
    { minLength: 2 },
  ),
  calendar: fc.integer({ min: 2, max: 60 }).map((count) => everyDay.slice(-count)),
  monthly: fc.integer({ min: 2, max: 30 }).map((count) => Array.from({ length: count }, (_, t) => dayFrom(2022, 6 + t, 0))),
};

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'A, "b"', '"quoted"', ' spaced ', 'a;', '=1+1', '# id: x', 'two\nlines', 'date', 'portfolio', 'benchmark 2'),
);
const value = fc.double({ min: 0, minExcluded: true, noNaN: true, noDefaultInfinity: true });

function lineOf(count: number) {
  return fc
    .tuple(fc.array(value, { minLength: count, maxLength: count }), fc.nat(count - 1))
    .map(([values, late]) => Float64Array.from(values, (one, t) => (t < late ? Number.NaN : one)));
}

const imported: fc.Arbitrary<Imported> = fc.constantFrom<Frequency>('daily', 'calendar', 'monthly').chain((frequency) =>
  daysOf[frequency].chain((days) =>
    fc
      .record({
        names: fc.record({ name: text, shortName: text, subName: text, description: text }),
        benchmarks: fc.array(
          fc.tuple(
            text.filter((name) => name !== ''),
            lineOf(days.length),
          ),
          { maxLength: 2 },
        ),
        portfolio: fc.array(value, { minLength: days.length, maxLength: days.length }),
        group: fc.constantFrom('website' as const, 'cognitive' as const),
      })
      .map(({ names, benchmarks: [first, second], portfolio, group }) => {
        const record: TrackRecord = {
          frequency,
          days: Int32Array.from(days),
          portfolio: Float64Array.from(portfolio),
          benchmark: first?.[1],
          benchmark2: second?.[1],
        };
        return { id: 'fund', group, about: { ...names, benchmark: first?.[0] ?? '', benchmark2: second?.[0] ?? '' }, record };
      }),
  ),
);

test('what is exported is imported again whole, whatever the record is and whatever it replaces', () => {
  const other = { name: 'B', shortName: 'B', subName: 'b', description: 'b', benchmark: 'Other', benchmark2: 'Another' };
  fc.assert(
    fc.property(imported, (one) => {
      const file = writeFile(one);
      const reading = readFile(file, 'fund', {}, { previous: { group: 'website', about: other }, today });
      expect(reading.ok ? [] : reading.faults).toEqual([]);
      if (!reading.ok) return;
      expect(digestOf(reading.imported.about, reading.imported.record)).toBe(digestOf(one.about, one.record));
      expect(reading.imported.group).toBe(one.group);
      expect(file).not.toMatch(/(^|,)"?[=+@-]/m);
    }),
    { numRuns: 200 },
  );
});
