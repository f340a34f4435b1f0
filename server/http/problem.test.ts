import { expect, test } from 'vitest';
import { createLineLimit } from './problem.ts';

test('of lines without end so many a minute are written, and how many were not', () => {
  let at = 0;
  const written: object[] = [];
  const limit = createLineLimit(3, () => at);
  for (let n = 0; n < 10; n += 1) limit((more) => written.push(more));
  expect(written).toEqual([{}, {}, {}]);
  at = 60_000;
  for (let n = 0; n < 2; n += 1) limit((more) => written.push(more));
  expect(written.slice(3)).toEqual([{ unwritten: 7 }, {}]);
});
