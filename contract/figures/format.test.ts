import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eitherDate, longDate, percent, signed, signedPercent } from './format.ts';

test.each([
  [8.374, '+8.37%', '8.37%', '+8.37'],
  [-1.2, '−1.20%', '−1.20%', '−1.20'],
  [0.001, '0.00%', '0.00%', '0.00'],
  [-0.001, '0.00%', '0.00%', '0.00'],
  [null, 'n/a', 'n/a', 'n/a'],
])('%s is written in one way', (value, change, size, ratio) => {
  expect([signedPercent(value), percent(value), signed(value)]).toEqual([change, size, ratio]);
});

test('a day is written in one way', () => {
  expect(longDate('2024-03-01')).toBe('1 March 2024');
});

test.each([
  [['2024-12-31', '2024-12-31'], '31 December 2024'],
  [['2024-12-31', '2024-12-30'], '30 or 31 December 2024'],
  [['2024-11-29', '2024-12-31'], '29 November or 31 December 2024'],
  [['2023-12-29', '2024-12-31'], '29 December 2023 or 31 December 2024'],
])('days %j', (days, words) => {
  expect(eitherDate(days)).toBe(words);
});

test('no percent sign stands apart from its number, and nobody else puts one to a number', () => {
  const files = globSync('{contract,site,server,ui,art}/**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url) });
  expect(files.length).toBeGreaterThan(200);
  const others = files.filter((file) => !/node_modules|\.(test|testing)\.tsx?$/.test(file) && file !== 'contract/figures/format.ts');
  const apart = others.filter((file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
    return /\d %(?! \w)|\} %|' %'|toFixed\([^)]*\)\}%/.test(text);
  });
  expect(apart).toEqual([]);
});
