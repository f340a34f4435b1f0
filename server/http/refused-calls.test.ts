import { expect, test } from 'vitest';
import { createRefusedCalls, RECORDED_AN_HOUR } from './refused-calls.ts';

test('of what is refused again and again ever fewer are recorded, each account by itself, and anew in the next hour', () => {
  const clock = { now: 0 };
  const refused = createRefusedCalls(() => clock.now);
  const ask = (account: string, call = 'leads.list', isRefresh = false) => refused({ account, call, isRefresh });
  const recorded = Array.from({ length: 1000 }, () => ask('ada')).filter((count) => count !== undefined);
  expect(recorded).toEqual([1, 10, 100, 1000]);
  const refreshed = Array.from({ length: 20 }, () => ask('ada', 'me', true)).filter((count) => count !== undefined);
  expect(refreshed).toEqual([1]);
  const many = Array.from({ length: 200 }, (_, n) => ask('ada', `call ${n}`)).filter((count) => count !== undefined);
  expect(many).toHaveLength(RECORDED_AN_HOUR - 5);
  expect(ask('ben')).toBe(1);
  clock.now += 3_600_000;
  expect(ask('ada')).toBe(1);
});
