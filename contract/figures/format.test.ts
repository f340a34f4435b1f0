import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dateTime, eitherDate, grouped, longDate, longMonth, percent, signed, signedPercent, sizeWords } from './format.ts';

test.each([
  [8.374, '+8.37%', '8.37%', '+8.37'],
  [-1.2, '−1.20%', '−1.20%', '−1.20'],
  [0.001, '0.00%', '0.00%', '0.00'],
  [-0.001, '0.00%', '0.00%', '0.00'],
  [null, 'n/a', 'n/a', 'n/a'],
])('%s is written in one way', (value, change, size, ratio) => {
  expect([signedPercent(value), percent(value), signed(value)]).toEqual([change, size, ratio]);
});

test.each([
  [0.315, -0.3149999999999986, '0.32'],
  [1.005, -1.005, '1.01'],
])('a half is rounded up as by hand, whatever a binary fraction makes of it: %s', (gain, loss, size) => {
  expect([signed(gain), signedPercent(loss), percent(gain), grouped(gain, 2)]).toEqual([`+${size}`, `−${size}%`, `${size}%`, size]);
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

test('a count, a month and a time are written in one way', () => {
  expect([grouped(12_637_617_930), grouped(0.6, 2), grouped(null, 2)]).toEqual(['12,637,617,930', '0.60', 'n/a']);
  expect(longMonth(2024, 3)).toBe('March 2024');
  expect(dateTime(Date.UTC(2024, 2, 31, 7, 14), 'Europe/Rome', 'long')).toBe('Sunday, 31 March 2024 at 09:14 CEST');
  expect(dateTime(Date.UTC(2024, 2, 31, 7, 14), 'UTC')).toBe('31 March 2024 at 07:14 UTC');
});

/** Four compute with Intl; two are in pages' scripts, where format.ts would take too much space; one asks the browser for its time zone. */
const EXCEPTIONS = [
  'server/settings/setting-values.ts',
  'server/alerts/week.ts',
  'server/booking/wall-clock.ts',
  'server/work/index/day-in-zone.ts',
  'site/client/count-up-motion.ts',
  'site/client/show-choice.ts',
  'site/pages/meeting/zone-script.ts',
];

test('nobody else has Intl write a number or a time', () => {
  const files = globSync('{contract,site,server,ui}/**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url) });
  const others = files.filter((file) => !/\.(test|testing)\.tsx?$/.test(file) && file !== 'contract/figures/format.ts');
  const writing = others.filter((file) =>
    /toLocale(Date|Time)?String|Intl\.(Number|DateTime)/.test(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
  );
  expect(writing.toSorted()).toEqual(EXCEPTIONS.toSorted());
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

const most = 3 * 1024 * 1024;

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [2048, '2 KB'],
  [2489, '2 KB'],
  [most, '3.00 MB'],
  [most + 1, '3.01 MB'],
])('%i is said as %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
