import { afterEach, expect, test } from 'vitest';
import { fetchAhead, neighbourOf, rankOf, rememberMore, rememberOpened, rememberOrder, takeOpened } from './list-walk.ts';

afterEach(() => {
  rememberOrder([]);
  rememberMore(undefined);
});

test('from one of a list one goes on in the order of the list, and not beyond it', () => {
  rememberOrder(['a', 'b']);
  expect([neighbourOf('a', 1), neighbourOf('b', -1)]).toEqual(['b', 'a']);
  expect([neighbourOf('a', -1), neighbourOf('b', 1), neighbourOf('c', 1)]).toEqual([undefined, undefined, undefined]);
  expect([rankOf('b'), rankOf('c')]).toEqual([{ at: 2, count: 2, isWhole: true }, undefined]);
});

test('near the end of the rows that are there the next ones are fetched, until there are no more', async () => {
  const all = Array.from({ length: 23 }, (_, index) => `a${index}`);
  let asked = 0;
  rememberOrder(all.slice(0, 10));
  rememberMore(async () => {
    asked += 1;
    return all.slice(0, 10 + 10 * asked);
  });
  expect([await fetchAhead('a2'), asked, rankOf('a2')]).toEqual([false, 0, { at: 3, count: 10, isWhole: false }]);
  const walked = ['a0'];
  for (let next = neighbourOf('a0', 1); next !== undefined; next = neighbourOf(next, 1)) {
    walked.push(next);
    await fetchAhead(next);
  }
  expect([walked, rankOf('a22')]).toEqual([all, { at: 23, count: 23, isWhole: true }]);
});

test('what comes too late for another list, or fails, changes nothing', async () => {
  rememberOrder(['a']);
  rememberMore(async () => {
    rememberOrder(['b']);
    return ['a', 'c'];
  });
  expect([await fetchAhead('a'), neighbourOf('b', 1), rankOf('b')?.count]).toEqual([false, undefined, 1]);
  rememberMore(() => Promise.reject(new Error('offline')));
  expect([await fetchAhead('b'), rankOf('b')]).toEqual([false, { at: 1, count: 1, isWhole: false }]);
});

test('the one that was open is told once', () => {
  rememberOpened('a');
  expect([takeOpened(), takeOpened()]).toEqual(['a', undefined]);
});
