import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInSight } from './visible-rows.ts';

test('every row in the window is there, and never more than the window has, with some on each side', () => {
  const places = {
    top: fc.integer({ min: -500_000, max: 2000 }),
    height: fc.integer({ min: 1, max: 3000 }),
    row: fc.integer({ min: 20, max: 200 }),
  };
  fc.assert(
    fc.property(fc.nat(5000), fc.record(places), (count, place) => {
      const { from, to } = rowsInSight(count, place);
      expect(0 <= from && from <= to && to <= count).toBe(true);
      expect(to - from).toBeLessThanOrEqual(Math.ceil(place.height / place.row) + 26);
      for (let index = 0; index < count; index += 1) {
        const at = place.top + index * place.row;
        if (at < place.height && at + place.row > 0) expect(from <= index && index < to).toBe(true);
      }
    }),
    { numRuns: 50 },
  );
});
