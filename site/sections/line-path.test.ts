import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linePath } from './line-path.ts';

test('steps are written from each point to the next', () => {
  expect(
    linePath([
      [0, 228.61],
      [7.62, 233.4],
      [15.24, 220],
    ]),
  ).toBe('m0 228.6 7.6 4.8 7.6 -13.4');
  expect(linePath([[1.6, 2]], 0)).toBe('m2 2');
});

test('the line goes through every point, rounded, however long it is', () => {
  const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 200 }), (points) => {
      const numbers = linePath(points).slice(1).split(' ').map(Number);
      expect(numbers).toHaveLength(points.length * 2);
      let [atX, atY] = [0, 0];
      for (const [i, [x, y]] of points.entries()) {
        atX += numbers[2 * i] ?? Number.NaN;
        atY += numbers[2 * i + 1] ?? Number.NaN;
        expect([Math.abs(atX - x) < 0.0501, Math.abs(atY - y) < 0.0501]).toEqual([true, true]);
      }
    }),
  );
});
