import { expect, test } from 'vitest';
import { knownDay } from '../../contract/figures/days.ts';
import { ratesIn, ratesWithin, rateWords, statedWords } from '../../contract/figures/stated-rates.ts';
import { riskFreeRates } from './risk-free-rates.ts';

const stated = riskFreeRates('2.5, EUR 0, EUR 4 from 2023-10-01, EUR 3.5 from 2024-06-12');
const span = (first: string, last: string) => [knownDay(first), knownDay(last)] as const;

test('one number is one rate of all records', () => {
  const one = riskFreeRates('2.5');
  expect([one, statedWords(one)]).toEqual([2.5, '2.50% a year']);
  expect(ratesWithin(one, 'EUR', span('2020-12-31', '2024-12-31'))).toEqual([{ from: null, rate: 2.5 }]);
});

test('a currency has its own rates, from days on', () => {
  const before = Number.NEGATIVE_INFINITY;
  expect(ratesIn(stated, 'EUR')).toEqual([
    { from: before, rate: 0 },
    { from: knownDay('2023-10-01'), rate: 0.04 },
    { from: knownDay('2024-06-12'), rate: 0.035 },
  ]);
  for (const currency of ['USD', undefined]) expect(ratesIn(stated, currency)).toEqual([{ from: before, rate: 0.025 }]);
});

test.each([
  ['2020-12-31', '2023-12-31', '0.00% a year, from 1 October 2023 4.00%'],
  ['2023-09-30', '2024-06-11', '4.00% a year'],
  ['2023-12-31', '2024-06-12', '4.00% a year, from 12 June 2024 3.50%'],
])('from %s to %s the rates are %s', (first, last, words) => {
  expect(rateWords(ratesWithin(stated, 'EUR', span(first, last)))).toBe(words);
});

test('all rates are said, each currency’s after its name', () => {
  expect(statedWords(stated)).toBe('2.50% a year; for EUR 0.00% a year, from 1 October 2023 4.00%, from 12 June 2024 3.50%');
});

test.each([
  ['EUR 1 from 2023-10-01, 2', 'the first rate for EUR has no day'],
  ['1, EUR 1, EUR 2', 'the days of others ascend'],
  ['1, EUR 2, EUR 3 from 2024-01-01, EUR 4 from 2023-01-01', 'the days of others ascend'],
  ['EUR 1', 'a rate without a currency is needed'],
  ['1, 2 from 2023-02-30', '2023-02-30 is no day'],
  ['1, EUX 2', 'EUX is no currency'],
  ['1, x', 'a number of percent from -10 to 50 is needed'],
  ['1, EUR 51', 'a number of percent from -10 to 50 is needed'],
])('%s is refused', (value, reason) => {
  expect(() => riskFreeRates(value)).toThrow(reason);
});
