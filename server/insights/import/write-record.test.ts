import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFrom, dayOf, isoOf, weekdayOf } from '../../../contract/figures/days.ts';
import { disclosed } from '../../../contract/figures/disclosure.testing.ts';
import { disclosureFields, readDisclosure, type Disclosure } from '../../../contract/figures/disclosure.ts';
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

/** Anything that can be stated of a record, as it is stored. */
function statedOf(benchmarks: number, days: readonly number[]): fc.Arbitrary<Disclosure> {
  const record = { days: Int32Array.from(days), benchmark: benchmarks > 0 ? 'a' : '', benchmark2: benchmarks > 1 ? 'b' : '' };
  const written = disclosureFields.map((field) => {
    const { key } = field;
    if (key === 'actual_since') return [key, fc.constantFrom(undefined, ...days.slice(1).map(isoOf))] as const;
    if ('choices' in field) return [key, fc.constantFrom(...field.choices)] as const;
    if (key.endsWith('_weights')) return [key, fc.constant('60% A: "b", 40% C')] as const;
    if (key.endsWith('currency')) return [key, fc.constantFrom('USD', 'chf')] as const;
    if (field.read('charged') === 'charged') return [key, fc.constantFrom('charged', 'none', 'left out', '1,25 %')] as const;
    return [key, text.map((one) => `in ${one}`.slice(0, 150))] as const;
  });
  return fc.record(Object.fromEntries(written)).map((one) => {
    const net = ![one['management_fee'], one['performance_fee'], one['transaction_costs']].includes('left out');
    const sound = { ...one, returns: net ? 'net' : 'gross', ...(!net && { management_fee: 'left out' }) };
    const isActual = one['results'] === 'actual' || one['actual_since'] !== undefined;
    const modelled = Object.entries(sound).map(([key, value]) => [key, value === 'charged' && !isActual ? '0.5%' : value]);
    const whole = Object.fromEntries([...modelled, ...(one['results'] === 'actual' ? [['actual_since', undefined]] : [])]) as Readonly<
      Record<string, string | undefined>
    >;
    const { disclosure, faults } = readDisclosure((key) => whole[key], record);
    expect(faults).toEqual([]);
    return disclosure;
  });
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
      .chain((one) => statedOf(one.benchmarks.length, days).map((disclosure) => ({ ...one, disclosure })))
      .map(({ names, benchmarks: [first, second], portfolio, group, disclosure }) => {
        const record: TrackRecord = {
          frequency,
          days: Int32Array.from(days),
          portfolio: Float64Array.from(portfolio),
          benchmark: first?.[1],
          benchmark2: second?.[1],
        };
        return { id: 'fund', group, about: { ...names, benchmark: first?.[0] ?? '', benchmark2: second?.[0] ?? '', disclosure }, record };
      }),
  ),
);

test('what is exported is imported again whole, whatever the record is and whatever it replaces', () => {
  const other = {
    name: 'B',
    shortName: 'B',
    subName: 'b',
    description: 'b',
    benchmark: 'Other',
    benchmark2: 'Another',
    disclosure: disclosed,
  };
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
