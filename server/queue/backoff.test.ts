import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoff } from './backoff.ts';

const hour = 3_600_000;

test('the pauses double up to an hour, and vary by a fifth', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
      const middle = Math.min(hour, 1000 * 2 ** (attempt - 1));
      const pause = backoff(attempt, () => random);
      expect(pause).toBeGreaterThanOrEqual(Math.floor(middle * 0.8));
      expect(pause).toBeLessThanOrEqual(Math.ceil(middle * 1.2));
    }),
  );
});
