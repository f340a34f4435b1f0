import { expect, test } from 'vitest';
import { neighbourOf, rememberOpened, rememberOrder, takeOpened } from './open-order.ts';

test('from a lead one goes on in the order of the list, and not beyond it', () => {
  rememberOrder(['a', 'b']);
  expect([neighbourOf('a', 1), neighbourOf('b', -1)]).toEqual(['b', 'a']);
  expect([neighbourOf('a', -1), neighbourOf('b', 1), neighbourOf('c', 1)]).toEqual([undefined, undefined, undefined]);
  rememberOrder([]);
});

test('the lead that was open is told once', () => {
  rememberOpened('a');
  expect([takeOpened(), takeOpened()]).toEqual(['a', undefined]);
});
