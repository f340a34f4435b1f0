import { expect, test } from 'vitest';
import { momentWords } from './moment-words.ts';

const now = new Date(2026, 10, 22, 14, 30).getTime();
const words = (...at: [number, number, number, number, number]) => momentWords(new Date(...at).getTime(), now).short;

test('a time is said as people say it, by the calendar', () => {
  expect(momentWords(now - 5_000, now).short).toBe('just now');
  expect(momentWords(now + 20_000, now).short).toBe('just now');
  expect(momentWords(now - 5 * 60_000, now).short).toBe('5 min ago');
  expect(momentWords(now + 90_000, now).short).toBe('in 2 min');
  expect(words(2026, 10, 22, 9, 5)).toBe('today 09:05');
  expect(words(2026, 10, 21, 23, 59)).toBe('yesterday 23:59');
  expect(words(2026, 10, 23, 0, 0)).toBe('tomorrow 00:00');
  expect(words(2026, 2, 3, 8, 0)).toBe('3 Mar, 08:00');
  expect(words(2025, 2, 3, 8, 0)).toBe('3 Mar 2025');
});

test('and in full where one asks', () => {
  expect(momentWords(now, now).full).toContain('22 November 2026');
});
