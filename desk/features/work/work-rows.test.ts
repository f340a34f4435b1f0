import { expect, test } from 'vitest';
import { shownRows } from './work-rows.tsx';

test('the row that has the focus is there, also where it is out of sight', () => {
  expect(shownRows({ from: 2, to: 5, at: undefined, count: 9 })).toEqual([2, 3, 4]);
  expect(shownRows({ from: 2, to: 5, at: 3, count: 9 })).toEqual([2, 3, 4]);
  expect(shownRows({ from: 2, to: 5, at: 0, count: 9 })).toEqual([0, 2, 3, 4]);
  expect(shownRows({ from: 2, to: 5, at: 8, count: 9 })).toEqual([2, 3, 4, 8]);
  expect(shownRows({ from: 0, to: 2, at: 8, count: 2 })).toEqual([0, 1]);
});

test('a list that has become shorter shows what it has', () => {
  expect(shownRows({ from: 0, to: 2, at: undefined, count: 1 })).toEqual([0]);
  expect(shownRows({ from: 5, to: 9, at: 7, count: 3 })).toEqual([]);
});
