import { expect, test } from 'vitest';
import { orderGroups, type Group } from './group-order.ts';

const none = { received: 0, spam: 0, linked: 0, verified: 0, answered: 0, met: 0, won: 0 };
const group = (label: string, seen: number | null, won = 0): Group => ({
  value: label,
  label,
  seen,
  opened: null,
  now: { ...none, won },
  before: none,
  trend: [],
});

test('groups are sorted by any column, and what is not counted is last', () => {
  const groups = [group('b', 5, 1), group('c', null, 3), group('a', 9, 3)];
  const labels = (...order: Parameters<typeof orderGroups>) => orderGroups(...order).map(({ label }) => label);
  expect(labels(groups, { by: 'label', ascending: true })).toEqual(['a', 'b', 'c']);
  expect(labels(groups, { by: 'seen', ascending: false })).toEqual(['a', 'b', 'c']);
  expect(labels(groups, { by: 'seen', ascending: true })).toEqual(['b', 'a', 'c']);
  expect(labels(groups, { by: 'won', ascending: false })).toEqual(['c', 'a', 'b']);
});
