import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, isoOf } from '../../../contract/figures/days.ts';
import { record, weekdays } from '../../../contract/figures/figures.testing.ts';
import { valuesOf } from '../../../contract/figures/returns.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import { isClosedEverywhere } from '../import/holidays.ts';
import { findOutliers } from './outliers.ts';
import { readSamples } from '../sample/samples.ts';

const days = weekdays('2024-02-01', '2024-11-29');
const calm = valuesOf(
  days.slice(1).map((_, t) => 0.008 * Math.sin(t * 2.7)),
  100,
);

describe('outliers', () => {
  test('are one in a thousand of a model’s moves at most, crashes and all', async () => {
    for (const { record: sample } of await readSamples()) {
      expect(findOutliers(sample, undefined).length).toBeLessThanOrEqual(sample.days.length / 1000);
    }
  });

  test('a value that is a power of ten off is one, and so is the way back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: days.length - 2 }), fc.constantFrom(0.001, 0.01, 0.1, 10, 100, 1000), (at, factor) => {
        const values = calm.slice();
        values[at]! *= factor;
        const found = findOutliers(record('daily', days, values), undefined);
        expect(found.map(({ day }) => day)).toEqual([days[at], days[at + 1]]);
        for (const { text } of found) expect(text).toContain('decimal point');
      }),
    );
  });

  test('say what was read, in words', () => {
    const values = Float64Array.from(calm);
    values[10] = 102;
    values.set(
      values.subarray(11).map((value) => value * 100),
      11,
    );
    values[11] = 10_200;
    expect(findOutliers(record('daily', days, values), undefined).map(({ text }) => text)).toEqual([
      `${isoOf(days[11]!)}: 10200 after 102, +9900.00%: about 100 times the value before, as by a decimal point in the wrong place`,
    ]);
  });

  test('a move far outside the others is one in a calm record, and none in a wild one', () => {
    const jump = (scale: number) => {
      const returns = days.slice(1).map((_, t) => scale * Math.sin(t * 2.7));
      returns[40] = 0.12;
      return findOutliers(record('daily', days, valuesOf(returns, 100)), undefined);
    };
    expect(jump(0.005).map(({ day, text }) => [day, text.endsWith('far outside this record’s other moves')])).toEqual([[days[41], true]]);
    expect(jump(0.05)).toEqual([]);
  });

  test('a large move is one in a record too short for a distribution, of a benchmark as well', () => {
    const short = record('monthly', [dayOf('2024-01-31')!, dayOf('2024-02-29')!], Float64Array.of(100, 101));
    expect(findOutliers({ ...short, benchmark: Float64Array.of(50, 80) }, undefined)).toMatchObject([{ line: 'benchmark' }]);
  });

  test('a move on a day when every market is closed is one; a value that stays is none', () => {
    const open = weekdays('2021-01-04', '2024-12-31').filter((day) => !isClosedEverywhere(day) || isoOf(day) === '2024-12-25');
    const values = valuesOf(
      open.slice(1).map(() => 0.0001),
      100,
    );
    expect(findOutliers(record('daily', open, values), undefined).map(({ day }) => isoOf(day))).toEqual(['2024-12-25']);
    expect(
      findOutliers(
        record(
          'daily',
          open,
          values.map(() => 100),
        ),
        undefined,
      ),
    ).toEqual([]);
  });

  test('what was published with the same values is not asked again; a new one beside it is', () => {
    const values = calm.slice();
    values[30]! *= 100;
    const published: TrackRecord = record('daily', days.slice(0, 60), values.slice(0, 60));
    expect(findOutliers(record('daily', days, values), published)).toEqual([]);
    values[80]! *= 10;
    expect(findOutliers(record('daily', days, values), published).map(({ day }) => day)).toEqual([days[80], days[81]]);
  });
});
