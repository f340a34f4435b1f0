import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIdAt, newId } from './id.ts';

const UUID_V7 = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

test('ids are in the order they were made, within a millisecond too', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 47), fc.integer({ min: 2, max: 2048 }), (ms, count) => {
      const ids = Array.from({ length: count }, () => newId(ms));
      ids.push(newId(ms + 1));
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 30 },
  );
});

test.each([0, -5, Number.MAX_SAFE_INTEGER, 1.5])('%s as a time makes an id as well', (now) => {
  expect(newId(now)).toMatch(UUID_V7);
});

test('the first id of a time parts what was made before it from what was made then', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 47 }), (ms) => {
      expect(newId(ms - 1) < firstIdAt(ms)).toBe(true);
      expect(newId(ms) >= firstIdAt(ms)).toBe(true);
    }),
  );
});
