import { expect, test } from 'vitest';
import { elementAt, present } from './checked.ts';

test('what is there is given, whatever it is', () => {
  expect([0, '', false, Number.NaN].map((value) => present(value))).toEqual([0, '', false, Number.NaN]);
  expect(elementAt(new Float64Array([1.5]), 0)).toBe(1.5);
});

test.each([-1, 2, 0.5, Number.NaN])('no element %s is none, and said at once', (index) => {
  expect(() => elementAt(['a', 'b'], index)).toThrow(TypeError);
  expect(() => present(null)).toThrow(TypeError);
});
