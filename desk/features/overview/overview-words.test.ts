import { describe, expect, test } from 'vitest';
import { axisEnd, namedDays } from './chart-scale.ts';
import { askedFrom, overviewAddress } from './overview-asked.ts';
import { changeFrom, shareWords, spanWords } from './overview-words.ts';

describe('a number beside the one before', () => {
  test.each([
    [0, 0, '', 'same'],
    [0, 3, '', 'same'],
    [4, 5, '+25 %', 'more'],
    [5, 4, '−20 %', 'less'],
    [1000, 1001, 'as before', 'same'],
    [3, 0, '−100 %', 'less'],
    [1, 40, '+3,900 %', 'more'],
  ] as const)('%s, then %s', (before, now, words, trend) => {
    expect(changeFrom(before, now)).toEqual({ words, trend });
  });

  test('is no share of nothing', () => {
    expect([shareWords(1, 3), shareWords(0, 0)]).toEqual(['33 %', '–']);
  });
});

test.each([
  [null, '–'],
  [20_000, 'under a minute'],
  [45 * 60_000, '45 min'],
  [60 * 60_000, '1 h'],
  [(24 * 60 - 0.4) * 60_000, '1 d'],
  [130 * 60_000, '2 h 10 min'],
  [(50 * 60 + 5) * 60_000, '2 d 2 h'],
])('%s ms are %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

test('an axis ends where every bar fits, and has a whole number halfway', () => {
  for (let most = 0; most < 5000; most += 1) {
    const end = axisEnd(most);
    expect([end >= most, Number.isInteger(end / 2), end <= Math.max(2, most * 2)]).toEqual([true, true, true]);
  }
});

test('as many days are named as have room', () => {
  expect(namedDays(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(namedDays(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(namedDays(731, 6)).toHaveLength(6);
});

describe('the address of an overview', () => {
  test.each([{}, { days: 7 }, { days: 90, by: 'caller' }, { from: '2026-11-01', to: '2026-11-07', by: 'country' }] as const)(
    '%j is read as it was written',
    (asked) => {
      expect(askedFrom(new URL(overviewAddress(asked), 'http://desk').search)).toEqual(asked);
    },
  );

  test('asks for nothing that there is not', () => {
    expect(askedFrom('?days=8&by=name&from=2026-13-01&to=2026-11-01')).toEqual({});
    expect(askedFrom('?from=2026-11-02&to=2026-11-01&days=7')).toEqual({ days: 7 });
  });
});
