import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noteAct } from './attendance.ts';
import { isRefresh, queries } from './queries.ts';

// The page counts as opened when the test run began, maybe minutes ago.
beforeEach(noteAct);

afterEach(() => {
  vi.restoreAllMocks();
  queries.clear();
});

test('what is asked for once is somebody’s, and what is asked for anew the page’s own', async () => {
  const asked: boolean[] = [];
  const queryKey = ['leads.read', { id: '1' }];
  const observer = new QueryObserver(queries, { queryKey, queryFn: () => asked.push(isRefresh(queryKey)) });
  onTestFinished(observer.subscribe(() => undefined));
  await expect.poll(() => asked).toEqual([false]);
  await queries.invalidateQueries({ queryKey });
  expect(asked).toEqual([false, true]);
});

test('nothing is somebody’s where nobody is at the page', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  expect(isRefresh(['leads.read', { id: '2' }])).toBe(true);
});

test('whoever goes on in a list asks for its next page, and a refresh asks for all that were read', async () => {
  const asked: [number, boolean][] = [];
  const queryKey = ['leads.list', {}];
  const list = new InfiniteQueryObserver(queries, {
    queryKey,
    queryFn: ({ pageParam }) => asked.push([pageParam, isRefresh(queryKey)]),
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => pages.length,
  });
  onTestFinished(list.subscribe(() => undefined));
  await expect.poll(() => asked).toEqual([[0, false]]);
  await list.fetchNextPage();
  expect(asked.splice(0)).toEqual([
    [0, false],
    [1, false],
  ]);
  await queries.invalidateQueries({ queryKey });
  expect(asked).toEqual([
    [0, true],
    [1, true],
  ]);
});
